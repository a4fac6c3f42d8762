// Which planes are shown, and what their colours mean.

import { h, put, select } from "./dom";
import { Tensor } from "./model";

const kFilters = [
  { value: "all", text: "all" }, { value: "changed", text: "changed by the last ply" }, { value: "filled", text: "not empty" },
];

export class Filter {
  readonly element = h("div", { class: "row filter" });
  private choice = h("span");
  private word: HTMLInputElement = h("input", { type: "search", id: "filter", placeholder: "part of a name",
    "aria-label": "Planes by name", input: () => this.change(this.word.value || "all") });
  private legend = h("ul", { class: "legend" });

  constructor(private readonly change: (filter: string) => void) {
    put(this.element, this.choice, this.word, this.legend);
  }

  update(filter: string, tensor: Tensor): void {
    const isWord = !kFilters.some((f) => f.value === filter);
    const choices = isWord ? [{ value: filter, text: "by name" }, ...kFilters] : kFilters;
    put(this.choice, select("Planes", choices, filter, this.change, { id: "planes" }));
    if (this.word.value !== filter) this.word.value = isWord ? filter : "";
    put(this.legend, ...legendOf(tensor));
  }
}

function legendOf(t: Tensor): HTMLElement[] {
  const swatch = (kind: string, text: string) => h("li", {}, h("i", { class: kind }), text);
  const { planes } = t.planes;
  return [
    swatch("zero", "0"), swatch("up", "above 0"),
    ...(planes.some((p) => p.lo < 0 && !p.is_players) ? [swatch("down", "below 0, with a bar")] : []),
    ...(planes.some((p) => p.is_players) ? [swatch("player", "or in a player's colour")] : []),
    swatch("out", "outside its range, with a cross"), swatch("dot", "changed by the last ply"),
  ];
}
