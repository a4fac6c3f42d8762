// What is said about the cell under the pointer, and about the one that is pinned.

import type { Plane } from "./answers";
import { button, h, put } from "./dom";
import { elementOf, numberAt, placeText, sentence, Tensor } from "./model";
import { Kind } from "./shapes";

const kHint = "Point at a cell: what it holds, and the same cell everywhere. A click in a plane pins it.";

export class Pointed {
  // One line under the board.
  readonly line = h("p", { class: "at" }, kHint);
  // The pinned cell in every plane.
  readonly panel = h("section", { class: "square", hidden: true });

  constructor(private readonly unpin: () => void, private readonly point: (plane: Plane) => void) {}

  say(t: Tensor, cell: string, plane: Plane | null): void {
    const index = t.planes.cells.indexOf(cell);
    if (cell === "" || (plane === null && index < 0)) {
      this.line.textContent = kHint;
    } else if (plane) {
      put(this.line, sentence(t, plane, index), h("span", { class: "soft" }, `, ${placeText(t, plane, index)}`));
    } else {
      const filled = t.planes.planes.filter((p) => !p.is_scalar && t.kind[p.at + index] !== Kind.kNothing);
      this.line.textContent = filled.length > 0 ? filled.map((p) => sentence(t, p, index)).join("; ") : `${cell} = 0 in every plane`;
    }
  }

  // Values that are not 0 first.
  pin(t: Tensor, cell: string): void {
    const index = t.planes.cells.indexOf(cell);
    this.panel.hidden = index < 0;
    if (index < 0) return;
    const isEmpty = (p: Plane) => t.kind[p.at + index] === Kind.kNothing;
    const place = (p: Plane) => [elementOf(p, index), elementOf(p, index) * t.planes.element_bytes];
    const planes = t.planes.planes.filter((p) => !p.is_scalar);
    const rows = [...planes.filter((p) => !isEmpty(p)), ...planes.filter(isEmpty)].map((p) =>
      h("tr", { class: isEmpty(p) ? "empty" : "" }, h("td", {}, String(p.index)),
        h("th", { scope: "row" }, button(p.name, () => this.point(p), { class: "link" })),
        h("td", { class: `kind-${t.kind[p.at + index]}` }, numberAt(t, p, index)), ...place(p).map((n) => h("td", {}, String(n)))));
    put(this.panel, h("div", { class: "row" }, h("h2", {}, `Cell ${cell}`), button("Unpin", this.unpin)),
      h("div", { class: "scroll" }, h("table", {},
        h("thead", {}, h("tr", {}, ...["plane", "name", "value", "element", "byte"].map((n) => h("th", { scope: "col" }, n)))),
        h("tbody", {}, ...rows))));
  }
}
