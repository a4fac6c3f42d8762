// One plane at large: a number in each cell, and beside it the rows and columns of the array.

import type { Plane } from "./answers";
import { button, h, put, s } from "./dom";
import { indexText, numberAt, sentence, Tensor } from "./model";
import { cellsBox, centreOf, paletteFor, pointsText } from "./shapes";

export class Enlarged {
  readonly element = h("dialog", { class: "large", "aria-label": "A plane at large" });

  show(t: Tensor, plane: Plane, frame: string): void {
    const end = () => this.element.close();
    put(this.element,
      h("header", { class: "row" }, h("h2", {}, `${plane.index} ${plane.name}`), button("Close", end, { autofocus: true })),
      h("p", {}, plane.meaning),
      h("p", { class: "soft" }, `${plane.summary}${plane.summary ? "; " : ""}range ${plane.range}. ${frame}`),
      plane.is_scalar ? this.scalar(t, plane) : h("div", { class: "halves" }, this.picture(t, plane), this.array(t, plane)));
    if (!this.element.open) this.element.showModal();
  }

  private scalar(t: Tensor, plane: Plane): HTMLElement {
    return h("p", { class: "value" }, sentence(t, plane, 0));
  }

  private picture(t: Tensor, plane: Plane): SVGElement {
    const { board } = t.planes;
    const box = cellsBox(board);
    const { fills, zero } = paletteFor(board.players);
    const cells = board.cells.map((cell, i) => {
      const kind = t.kind[plane.at + i], strength = t.strength[plane.at + i];
      const [x, y] = centreOf(cell);
      const number = s("text", { x, y: y + 0.1, class: strength > 127 && kind > 0 ? "strong" : "" }, numberAt(t, plane, i));
      return s("g", {}, s("title", {}, sentence(t, plane, i)),
        s("polygon", { points: pointsText(cell.outline), fill: kind ? fills[kind][strength] : zero }), number,
        s("text", { x, y: y + 0.42, class: "cell-name" }, cell.name));
    });
    return s("svg", { class: "large-plane", role: "img", "aria-label": `${plane.name}, ${plane.summary}`,
      viewBox: [box.x - 0.05, box.y - 0.05, box.width + 0.1, box.height + 0.1].join(" ") }, ...cells);
  }

  private array(t: Tensor, plane: Plane): HTMLElement {
    const { columns, cells } = t.planes;
    const rows: HTMLElement[] = [];
    for (let first = 0; first < cells.length; first += columns) {
      const row = cells.slice(first, first + columns).map((_, i) =>
        h("td", { class: `kind-${t.kind[plane.at + first + i]}`, title: sentence(t, plane, first + i) }, numberAt(t, plane, first + i)));
      rows.push(h("tr", {}, h("th", { scope: "row" }, indexText(t.planes, plane.first + first * plane.stride)), ...row));
    }
    return h("div", { class: "scroll" }, h("table", { class: "array" },
      h("caption", {}, "The array: each row begins at the index before it"), h("tbody", {}, ...rows)));
  }
}
