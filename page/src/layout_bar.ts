// Which layout is shown, and what it is: shape, bytes, frame, losses.

import type { Catalogue, Game, Layout } from "./answers";
import { choicesOf, h, put, select } from "./dom";
import { State } from "./state";

const kOwn = ""; // the choice of a layout that is not built in

export class LayoutBar {
  readonly element = h("div", { class: "layout-bar" });

  constructor(private readonly change: (change: Partial<State>) => void, private readonly catalogue: Catalogue) {}

  update(game: Game, layout: Layout): void {
    const known = game.layouts.map((l) => ({ value: l.id, text: l.id }));
    const own = layout.is_built_in ? [] : [{ value: kOwn, text: layout.id || "a layout of your own" }];
    const fitting = this.catalogue.dtypes.filter((d) => layout.dtypes.includes(d));
    put(this.element,
      h("div", { class: "row" },
        select("Layout", [...own, ...known], layout.is_built_in ? layout.id : kOwn,
          (id) => id !== kOwn && this.change({ layout: id, order: "", dtype: "" }), { id: "layout" }),
        select("Order", choicesOf(this.catalogue.orders), layout.order, (order) => this.change({ order }), { id: "order" }),
        select("Type", choicesOf(fitting), layout.dtype, (dtype) => this.change({ dtype }), { id: "dtype" })),
      h("p", { class: "form" }, h("b", {}, `(${layout.shape.join(", ")})`), ` ${layout.order}, ${layout.dtype}, ${layout.bytes.toLocaleString("en")} bytes; frame `,
        h("b", {}, layout.frame), `: ${layout.frame_meaning}`),
      lossesOf(layout));
  }
}

// What a layout does not tell, and what is assumed instead.
export function lossesOf(layout: Pick<Layout, "lost" | "rounded">): HTMLElement | null {
  if (layout.lost.length + layout.rounded.length === 0) return h("p", { class: "losses" }, "Nothing is lost.");
  return h("details", { class: "losses" },
    h("summary", {}, `Loses: ${[...layout.lost.map((p) => p.name), ...layout.rounded.map((n) => `${n} (rounded)`)].join(", ")}`),
    h("ul", {}, ...layout.lost.map((p) => h("li", {}, h("b", {}, p.name), `: ${p.meaning}${p.stand_in ? `; taken as ${p.stand_in}` : ""}`))));
}
