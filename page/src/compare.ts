// A second layout beside the first: planes that say the same, cells in which they differ, what each
// of the two leaves out.

import type { Game, Layout, Plane } from "./answers";
import { h, put, s, select } from "./dom";
import { lossesOf } from "./layout_bar";
import { Compared, Model, sentence, Tensor } from "./model";
import { cellsBox, paletteFor, pointsText } from "./shapes";

const kNone = "";

export class Comparison {
  readonly element = h("details", { class: "panel", id: "compare" });
  private choice = h("div", { class: "row" });
  private body = h("div", { class: "compared" });
  private shown: string = kNone;
  private model: Model | null = null;

  constructor(private readonly choose: (layout: string) => void) {
    put(this.element, h("summary", {}, "Compare with another layout"), this.choice, this.body);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.model && this.update(this.model));
  }

  update(model: Model): void {
    this.model = model;
    const { state, compared } = model;
    put(this.choice, select("With", choicesFor(model.game, compared), state.with, (id) => this.choose(id), { id: "with" }));
    if (compared && state.with !== this.shown) this.element.open = true;
    this.shown = state.with;
    put(this.body, ...(compared ? this.compare(model, compared) : []));
  }

  private compare(model: Model, { layout, tensor, difference }: Compared): HTMLElement[] {
    const [first, second] = [nameOf(model.layout.id), nameOf(layout.id)];
    const forms = formsOf(model.layout, layout, difference.settings.map((s) => s.name));
    const isNone = difference.is_none && forms.length === 0;
    const pairs = difference.shared.map(({ a, b }) => pairOf(model.tensor, planeOf(model.tensor, a), tensor, planeOf(tensor, b)));
    const lone = (planes: number[], t: Tensor) => planes.map((p) => planeOf(t, p)?.name ?? String(p)).join(", ") || "nothing";
    return [
      h("p", {}, isNone ? "The two make the same tensors." : `${difference.shared.length} planes show the same facts.`),
      h("ul", {}, ...[...difference.settings, ...forms].map((d) => h("li", {}, h("b", {}, d.name), `: ${d.a} and ${d.b}`)),
        h("li", {}, h("b", {}, `only ${first}`), `: ${lone(difference.only_a, model.tensor)}`),
        h("li", {}, h("b", {}, `only ${second}`), `: ${lone(difference.only_b, tensor)}`),
        ...difference.tellings.map((t) => h("li", {}, h("b", {}, t.part), `: ${t.meaning}. ${first}: ${lone(t.a, model.tensor)}; ${second}: ${lone(t.b, tensor)}`))),
      h("div", { class: "halves" }, h("div", {}, h("h3", {}, first), lossesOf(model.layout)), h("div", {}, h("h3", {}, second), lossesOf(layout))),
      h("div", { class: "pairs" }, ...pairs),
      h("details", {}, h("summary", {}, "In words, as intarsia layouts --diff says it"), h("pre", {}, difference.text)),
    ];
  }
}

// The order and type that are chosen on the page, where the layouts themselves do not differ in them.
function formsOf(a: Layout, b: Layout, said: string[]): { name: string; a: string; b: string }[] {
  return (["order", "dtype"] as const).filter((name) => a[name] !== b[name] && !said.includes(name))
    .map((name) => ({ name, a: a[name], b: b[name] }));
}

function nameOf(id: string): string {
  return id || "your layout";
}

function choicesFor(game: Game, compared: Compared | null) {
  const own = compared && !compared.layout.is_built_in ? [{ value: compared.layout.text, text: nameOf(compared.layout.id) }] : [];
  return [{ value: kNone, text: "none" }, ...own, ...game.layouts.map((l) => ({ value: l.id, text: l.id }))];
}

function planeOf(t: Tensor, index: number): Plane {
  return t.planes.planes[index];
}

// Cells of the two arrays that hold different values are outlined.
function pairOf(ta: Tensor, a: Plane, tb: Tensor, b: Plane): HTMLElement {
  const isSameForm = a.is_scalar === b.is_scalar && ta.planes.cells.length === tb.planes.cells.length;
  const isDifferent = (i: number) => isSameForm && ta.values[a.at + i] !== tb.values[b.at + i];
  const count = a.is_scalar ? 1 : ta.planes.cells.length;
  const differing = Array.from({ length: count }, (_, i) => i).filter(isDifferent).length;
  return h("figure", { class: differing > 0 ? "pair differs" : "pair" },
    h("figcaption", {}, `${a.index} ${a.name} | ${b.index} ${b.name}`),
    h("div", { class: "halves" }, miniature(ta, a, isDifferent), miniature(tb, b, isDifferent)),
    h("p", { class: "foot" }, !isSameForm ? "one number | one a cell" : differing > 0 ? `${differing} of ${count} differ in place` : "equal"));
}

function miniature(t: Tensor, p: Plane, isDifferent: (i: number) => boolean): Element {
  if (p.is_scalar) return h("span", { class: "value" }, sentence(t, p, 0));
  const { board } = t.planes;
  const box = cellsBox(board);
  const { fills, zero } = paletteFor(board.players);
  const polygon = (i: number, more: Record<string, string>) => s("polygon", { points: pointsText(board.cells[i].outline), ...more });
  const cells = board.cells.map((_, i) => polygon(i, { class: "cell", fill: t.kind[p.at + i] ? fills[t.kind[p.at + i]][t.strength[p.at + i]] : zero }));
  const rings = board.cells.flatMap((_, i) => (isDifferent(i) ? [polygon(i, { class: "cursor there" })] : []));
  return s("svg", { class: "mini", role: "img", "aria-label": `${p.name}, ${p.summary}`,
    viewBox: [box.x - 0.1, box.y - 0.1, box.width + 0.2, box.height + 0.2].join(" ") }, ...cells, ...rings);
}
