// The board as a picture from the core's shapes, the same for every game: pointed at, clicked, dragged.

import type { Board, BoardCell, Mark } from "./answers";
import { h, put, s } from "./dom";
import { arrowed, boxOf, cellAt, centreOf, pointsText } from "./shapes";

export interface BoardEvents {
  point(cell: string): void; // "": none
  take(cell: string): void; // by click, tap or Enter
  drag(from: string, to: string): void; // to: "" beside the board
}

// Cells that stand out, by their names.
export interface Marked {
  chosen: string; // the one that is taken up
  targets: Set<string>; // where it may go
}

const kNoMark: Marked = { chosen: "", targets: new Set() };
const kRoom = 0.62; // beside the cells, for labels and edges

// A man in the box of marks.
export function markShape(mark: Mark): SVGGElement {
  return s("g", { class: "man" },
    s("path", { d: mark.shape, fill: mark.fill, stroke: mark.outline }),
    mark.detail ? s("path", { d: mark.detail, fill: "none", stroke: mark.detail_color }) : null,
    s("title", {}, mark.name));
}

export class BoardPicture {
  readonly svg = s("svg", { class: "board", role: "grid", tabindex: "0", "aria-label": "Board" });
  readonly element = h("div", { class: "board-frame" }, this.svg);
  private board!: Board;
  private cells: SVGGElement[] = [];
  private cursors = { hover: this.cursor("hover"), pin: this.cursor("pin") };
  private active = 0;
  private held = -1; // the cell a drag began on
  private ghost: SVGElement | null = null;

  constructor(private readonly events: BoardEvents) {
    this.svg.addEventListener("pointerdown", (e) => this.press(e));
    this.svg.addEventListener("pointermove", (e) => this.move(e));
    this.svg.addEventListener("pointerup", (e) => this.release(e));
    this.svg.addEventListener("pointercancel", () => this.drop());
    this.svg.addEventListener("pointerleave", () => this.events.point(""));
    this.svg.addEventListener("keydown", (e) => this.key(e));
    this.svg.addEventListener("focus", () => this.activate(this.active));
  }

  // `hasDrags`: men are moved about; else a finger on the board scrolls the page.
  update(board: Board, label: string, hasDrags: boolean): void {
    const active = this.board?.cells[this.active]?.name;
    this.board = board;
    this.active = Math.max(0, board.cells.findIndex((c) => c.name === active)); // the same cell, in whosever view
    this.svg.classList.toggle("drags", hasDrags);
    const shapes = board.cells.flatMap((c) => c.outline);
    const box = boxOf([...shapes, ...board.labels.map((l): [number, number] => [l.x, l.y]),
      ...board.edges.flatMap((e) => e.line)]);
    const pad = kRoom / 2;
    this.svg.setAttribute("viewBox", [box.x - pad, box.y - pad, box.width + 2 * pad, box.height + 2 * pad].join(" "));
    this.svg.setAttribute("aria-label", label);
    this.cells = board.cells.map((cell, i) => this.drawCell(cell, i));
    const rows: SVGGElement[] = [];
    for (let i = 0; i < this.cells.length; i += board.columns)
      rows.push(s("g", { role: "row" }, ...this.cells.slice(i, i + board.columns)));
    put(this.svg, ...this.drawEdges(), ...rows, ...this.drawRings(), ...this.drawMarks(), ...this.drawLabels(),
      this.cursors.pin, this.cursors.hover);
  }

  mark({ chosen, targets }: Marked = kNoMark): void {
    this.board.cells.forEach((cell, i) => {
      this.cells[i].classList.toggle("chosen", cell.name === chosen);
      this.cells[i].classList.toggle("target", targets.has(cell.name));
    });
  }

  // Outlines a cell; "": none.
  show(what: "hover" | "pin", name: string): void {
    const cell = this.board.cells.find((c) => c.name === name);
    this.cursors[what].setAttribute("points", cell ? pointsText(cell.outline) : "");
  }

  private cursor(what: string): SVGPolygonElement {
    return s("polygon", { class: `cursor ${what}` });
  }

  private drawCell(cell: BoardCell, i: number): SVGGElement {
    const polygon = s("polygon", { points: pointsText(cell.outline), fill: cell.shade });
    if (this.board.line) {
      polygon.setAttribute("stroke", this.board.line);
      polygon.setAttribute("stroke-width", "0.03");
    }
    const [x, y] = centreOf(cell);
    const mark = this.board.marks[cell.mark];
    return s("g", { role: "gridcell", id: `cell-${i}`, "data-cell": cell.name,
      "aria-label": mark ? `${cell.name}, ${mark.name}` : cell.name },
      polygon, s("circle", { class: "dot", cx: x, cy: y, r: mark ? 0.46 : 0.15 }));
  }

  private drawEdges(): SVGElement[] {
    return this.board.edges.map((e) => s("polyline", { class: "edge", points: pointsText(e.line), stroke: e.color }));
  }

  private drawRings(): SVGElement[] {
    return this.board.cells.filter((c) => c.is_last || c.is_winning).map((c) =>
      s("polygon", { class: c.is_winning ? "ring winning" : "ring", points: pointsText(c.outline) }));
  }

  private drawMarks(): SVGElement[] {
    return this.board.cells.flatMap((cell, i) => (cell.mark < 0 ? [] : [this.placed(cell, i)]));
  }

  private placed(cell: BoardCell, i: number): SVGElement {
    const [x, y] = centreOf(cell);
    const scale = 1 / this.board.mark_box;
    const shape = markShape(this.board.marks[cell.mark]);
    shape.setAttribute("transform", `translate(${x - 0.5} ${y - 0.5}) scale(${scale})`);
    shape.setAttribute("data-at", String(i));
    return shape;
  }

  private drawLabels(): SVGElement[] {
    return this.board.labels.map((l) => s("text", { class: "label", x: l.x, y: l.y + 0.12, "aria-hidden": "true" }, l.text));
  }

  // ---- pointer and keys

  private under(event: PointerEvent): number {
    const [x, y] = this.toBoard(event);
    return cellAt(this.board, x, y);
  }

  private toBoard(event: PointerEvent): [number, number] {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return [-1, -1];
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [at.x, at.y];
  }

  private nameOf(cell: number): string {
    return cell < 0 ? "" : this.board.cells[cell].name;
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.held = this.under(event);
    if (this.held >= 0) this.svg.setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    const cell = this.under(event);
    this.events.point(this.nameOf(cell));
    if (this.held < 0 || (!this.ghost && cell === this.held)) return;
    this.ghost ??= this.svg.querySelector<SVGElement>(`[data-at="${this.held}"]`);
    if (!this.ghost) return;
    const [x, y] = this.toBoard(event);
    this.ghost.classList.add("ghost");
    this.ghost.setAttribute("transform", `translate(${x - 0.5} ${y - 0.5}) scale(${1 / this.board.mark_box})`);
    this.svg.append(this.ghost);
  }

  private release(event: PointerEvent): void {
    const [from, to] = [this.held, this.under(event)];
    this.drop();
    if (from < 0) return;
    this.active = from;
    if (from === to) this.events.take(this.nameOf(from));
    else this.events.drag(this.nameOf(from), this.nameOf(to));
  }

  // A man that is not let go anywhere stands where it stood.
  private drop(): void {
    if (this.ghost) {
      const [x, y] = centreOf(this.board.cells[this.held]);
      this.ghost.classList.remove("ghost");
      this.ghost.setAttribute("transform", `translate(${x - 0.5} ${y - 0.5}) scale(${1 / this.board.mark_box})`);
    }
    this.ghost = null;
    this.held = -1;
  }

  private key(event: KeyboardEvent): void {
    const cell = arrowed(this.board, this.active, event);
    if (cell !== null) {
      event.stopPropagation(); // arrows beside the board step through the game
      this.activate(cell);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.events.take(this.nameOf(this.active));
    }
  }

  private activate(cell: number): void {
    this.active = cell;
    this.svg.setAttribute("aria-activedescendant", `cell-${cell}`);
    this.events.point(this.nameOf(cell));
  }
}
