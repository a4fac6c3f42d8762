// The planes of a tensor as cards.

import type { Plane } from "./answers";
import { breakable, button, h, put, s } from "./dom";
import { countOf, hasChanged, indexText, numberAt, sentence, Tensor } from "./model";
import { draw, Grid, gridSize, makeGrid, toBoard } from "./plane_canvas";
import { arrowed, cellAt, centreOf, Kind, pointsText } from "./shapes";

const kCardWidth = 160; // CSS pixels of the cells of a card, at least
const kLeastUnit = 12; // CSS pixels of a cell: less cannot be pointed at

export interface PlaneEvents {
  point(cell: string, plane: Plane | null): void; // "": no cell
  pin(cell: string): void;
  enlarge(plane: Plane): void;
}

// What is drawn, and what of it is looked at.
export interface Shown {
  tensor: Tensor;
  before: Tensor | null;
  filter: string;
  fault: { plane: number; cell: number } | null; // the first contradiction
}

interface Card {
  plane: Plane;
  figure: HTMLElement;
  canvas: HTMLCanvasElement | null; // none of a scalar
  value: HTMLElement | null; // of a scalar
  summary: HTMLElement;
  cursors: Record<"hover" | "pin" | "fault", SVGElement | null>;
}

export class PlaneCards {
  readonly element = h("section", { class: "planes", "aria-label": "Planes" });
  readonly none = h("p", { class: "soft", hidden: true }); // said where the filter leaves no plane
  private cards: Card[] = [];
  private grid!: Grid;
  private shown!: Shown;
  private key = "";
  private active = 0; // the cell that arrow keys move

  constructor(private readonly events: PlaneEvents) {
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
  }

  update(shown: Shown): void {
    const { planes } = shown.tensor;
    const active = this.shown?.tensor.planes.cells[this.active];
    this.shown = shown;
    this.active = Math.max(0, planes.cells.indexOf(active)); // the same cell, in whosever view
    const key = JSON.stringify([planes.layout, planes.shape, planes.planes.map((p) => [p.name, p.first, p.range]),
      planes.board.cells.map((c) => c.outline)]);
    if (key !== this.key) this.make();
    this.key = key;
    this.grid = { ...this.grid, board: planes.board };
    this.cards.forEach((card, i) => (card.plane = planes.planes[i]));
    this.redraw();
    this.show("fault", shown.fault ? planes.cells[shown.fault.cell] ?? "" : "", shown.fault?.plane);
  }

  // Outlines a cell in every card, or in one.
  show(what: "hover" | "pin" | "fault", cell: string, only?: number): void {
    const index = cell ? this.shown.tensor.planes.cells.indexOf(cell) : -1;
    this.cards.forEach((card) => {
      const cursor = card.cursors[what];
      if (!cursor) return;
      const isThere = index >= 0 && (only === undefined || only === card.plane.index);
      cursor.classList.toggle("there", isThere);
      if (isThere) {
        const [x, y] = this.grid.centres[index];
        cursor.style.transform = `translate(${x}px, ${y}px)`;
      }
    });
  }

  private make(): void {
    const { board, planes } = this.shown.tensor.planes;
    const wide = Math.max(...board.cells.flatMap((c) => c.outline.map((p) => p[0])));
    const left = Math.min(...board.cells.flatMap((c) => c.outline.map((p) => p[0])));
    this.grid = makeGrid(board, Math.max(kLeastUnit, Math.round(kCardWidth / (wide - left))));
    this.element.style.setProperty("--width", `${gridSize(this.grid)[0] + 26}px`);
    this.cards = planes.map((plane, i) => this.makeCard(plane, i));
    put(this.element, ...this.cards.map((c) => c.figure));
  }

  private makeCard(plane: Plane, index: number): Card {
    const summary = h("b");
    const canvas = plane.is_scalar ? null : h("canvas", { "aria-hidden": "true" });
    const value = plane.is_scalar ? h("div", { class: "scalar" }) : null;
    const cursors = { hover: null, pin: null, fault: null } as Card["cursors"];
    const body = h("div", { class: "cells" }, canvas ?? value);
    if (canvas) {
      for (const what of ["pin", "fault", "hover"] as const) body.append((cursors[what] = this.makeCursor(what)));
      this.listen(body, index);
    }
    const figure = h("figure", { "data-plane": plane.name },
      h("figcaption", {}, h("span", { class: "index" }, String(plane.index)), " ",
        h("span", { class: "name" }, ...breakable(plane.name)),
        button("⤢", () => this.events.enlarge(this.cards[index].plane),
          { class: "icon", title: "Enlarge", "aria-label": `Enlarge ${plane.name}` })),
      body, h("p", { class: "foot" }, summary, h("span", {}, plane.range)), h("p", { class: "meaning" }, plane.meaning));
    return { plane, figure, canvas, value, summary, cursors };
  }

  private makeCursor(what: string): SVGElement {
    const cell = this.grid.board.cells[0];
    const [cx, cy] = centreOf(cell);
    const { unit } = this.grid;
    const points = pointsText(cell.outline.map(([x, y]) => [(x - cx) * unit, (y - cy) * unit]));
    return s("svg", { class: `cursor ${what}`, "aria-hidden": "true" }, s("polygon", { points }));
  }

  // One tab stop; arrows move over the cells, Enter pins.
  private listen(body: HTMLElement, index: number): void {
    const name = h("span", { role: "gridcell", class: "unseen", id: `plane-${index}-cell` });
    body.append(h("span", { role: "row" }, name));
    for (const [key, value] of Object.entries({ tabindex: "0", role: "grid", "aria-activedescendant": name.id }))
      body.setAttribute(key, value);
    const go = (cell: number) => {
      this.active = cell;
      const { tensor } = this.shown;
      name.textContent = sentence(tensor, this.cards[index].plane, cell);
      this.events.point(tensor.planes.cells[cell], this.cards[index].plane);
    };
    const under = (event: PointerEvent) => {
      const box = this.cards[index].canvas!.getBoundingClientRect();
      const [x, y] = toBoard(this.grid, event.clientX - box.left, event.clientY - box.top);
      return cellAt(this.grid.board, x, y);
    };
    // A finger comes without moving.
    body.addEventListener("pointerdown", (event) => {
      const cell = under(event);
      if (cell >= 0) go(cell);
    });
    body.addEventListener("pointermove", (event) => {
      const cell = under(event);
      cell < 0 ? this.events.point("", null) : go(cell);
    });
    body.addEventListener("pointerleave", () => this.events.point("", null));
    body.addEventListener("click", (event) => {
      const cell = under(event as PointerEvent);
      if (cell >= 0) this.events.pin(this.shown.tensor.planes.cells[cell]);
    });
    body.addEventListener("focus", () => go(this.active));
    body.addEventListener("keydown", (event) => {
      const cell = arrowed(this.grid.board, this.active, event);
      if (cell !== null) go(cell);
      else if (event.key === "Enter") this.events.pin(this.shown.tensor.planes.cells[this.active]);
    });
  }

  private redraw(): void {
    if (!this.shown) return;
    const { tensor, before, filter, fault } = this.shown;
    for (const card of this.cards) {
      const { plane } = card;
      card.figure.hidden = fault?.plane !== plane.index && !isShown(tensor, before, plane, filter);
      card.figure.classList.toggle("faulty", fault?.plane === plane.index);
      card.figure.classList.toggle("changed", isChanged(tensor, before, plane));
      if (card.figure.hidden) continue;
      card.summary.textContent = plane.summary;
      if (card.canvas) {
        draw(card.canvas, this.grid, tensor, plane, before);
        card.canvas.parentElement!.setAttribute("aria-label", `${plane.name}, ${plane.summary}`);
      }
      if (card.value) this.drawScalar(card.value, plane);
    }
    this.none.hidden = this.cards.some((card) => !card.figure.hidden);
    this.none.textContent = filter === "changed" ? "No plane has changed." : filter === "filled" ? "All planes are empty." : `No plane has ${filter} in its name.`;
  }

  // A number, and where it lies in its range.
  private drawScalar(element: HTMLElement, plane: Plane): void {
    const { tensor } = this.shown;
    const value = tensor.values[plane.at];
    const kind: Kind = tensor.kind[plane.at];
    const needle = h("i");
    const share = (value - plane.lo) / (plane.hi - plane.lo);
    needle.style.left = `${100 * Math.min(1, Math.max(0, share))}%`;
    put(element, h("span", { class: `value kind-${kind}` }, numberAt(tensor, plane, 0)),
      kind !== Kind.kOutside && plane.lo < plane.hi ? h("span", { class: "gauge" }, needle) : null,
      h("span", { class: "at" }, `at ${indexText(tensor.planes, plane.first)}`));
  }
}

function isChanged(t: Tensor, before: Tensor | null, plane: Plane): boolean {
  for (let cell = 0; cell < countOf(t, plane); cell++) if (hasChanged(t, before, plane, cell)) return true;
  return false;
}

function isFilled(t: Tensor, plane: Plane): boolean {
  for (let cell = 0; cell < countOf(t, plane); cell++) if (t.kind[plane.at + cell] !== Kind.kNothing) return true;
  return false;
}

// Whether a filter shows a plane: all, changed, filled, or a part of its name.
function isShown(t: Tensor, before: Tensor | null, plane: Plane, filter: string): boolean {
  if (filter === "all" || filter === "") return true;
  if (filter === "changed") return isChanged(t, before, plane);
  if (filter === "filled") return isFilled(t, plane);
  return plane.name.toLowerCase().includes(filter.toLowerCase());
}
