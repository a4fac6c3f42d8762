// A board and the planes beside it: what is drawn, and the cell that both show.

import type { Board, Layout, Plane } from "./answers";
import { BoardPicture } from "./board";
import { h } from "./dom";
import { Enlarged } from "./enlarge";
import { Tensor } from "./model";
import { PlaneCards } from "./planes";
import { Pointed } from "./square";

export interface SceneEvents {
  take(cell: string): void; // a click on the board
  drag(from: string, to: string): void;
  pin(cell: string): void; // "": none
}

export interface BoardWords {
  label: string; // for screen readers
  hasDrags?: boolean;
  ending?: string;
  caption?: string;
  isOfPlanes?: boolean;
}

// The planes of the page's position, or those of a file.
export interface Drawing {
  tensor: Tensor;
  before: Tensor | null; // of the ply before
  fault: { plane: number; cell: number } | null; // the first contradiction
  layout: Layout;
}

export class Scene {
  readonly board: BoardPicture;
  readonly cards: PlaneCards;
  readonly pointed = new Pointed(() => this.events.pin(""), (plane) => this.enlarge(plane));
  readonly enlarged = new Enlarged();
  readonly caption = h("p", { class: "caption" });
  readonly ending = h("p", { class: "ending", role: "status" });
  private drawn!: Drawing;
  private cell = ""; // that is pinned
  private under: { cell: string; plane: number | null } = { cell: "", plane: null };
  private isOfPlanes = true; // the board

  constructor(private readonly events: SceneEvents) {
    this.board = new BoardPicture({ point: (cell) => this.point(cell, null), take: events.take, drag: events.drag });
    this.cards = new PlaneCards({
      point: (cell, plane) => this.point(cell, plane), pin: events.pin, enlarge: (plane) => this.enlarge(plane),
    });
  }

  get tensor(): Tensor {
    return this.drawn.tensor;
  }

  get pinned(): string {
    return this.cell;
  }

  // `hasDrags`: men are moved about on it. `isOfPlanes`: the planes beside it show the same position.
  drawBoard(board: Board, { label, hasDrags = false, ending = "", caption = board.caption, isOfPlanes = true }: BoardWords): void {
    this.isOfPlanes = isOfPlanes;
    this.board.element.hidden = false;
    this.board.update(board, label, hasDrags);
    this.board.show("pin", this.cell);
    this.caption.textContent = caption;
    this.ending.textContent = ending;
    if (this.drawn) this.pointAgain();
  }

  drawNoBoard(): void {
    this.board.element.hidden = true;
    this.caption.textContent = this.ending.textContent = "";
  }

  drawPlanes(drawn: Drawing, filter: string, cell: string): void {
    this.drawn = drawn;
    this.enlarged.element.close(); // it shows a plane of before
    this.filter(filter);
    this.pin(cell);
    this.pointAgain();
  }

  // Shows those of the planes that are there.
  filter(filter: string): void {
    const { tensor, before, fault } = this.drawn;
    this.cards.update({ tensor, before, filter, fault });
  }

  // Outlines a cell everywhere and lists its values; one that the planes do not have is none.
  pin(cell: string): void {
    const { tensor } = this.drawn;
    this.cell = tensor.planes.cells.includes(cell) ? cell : "";
    this.board.show("pin", this.cell);
    this.cards.show("pin", this.cell);
    this.pointed.pin(tensor, this.cell);
  }

  private point(cell: string, plane: Plane | null): void {
    this.under = { cell, plane: plane && plane.index };
    this.pointAgain();
  }

  // What is under the pointer says what is there now.
  private pointAgain(): void {
    const { cell, plane } = this.under;
    const { tensor } = this.drawn;
    this.board.show("hover", cell);
    this.cards.show("hover", cell);
    if (!this.isOfPlanes && plane === null) this.pointed.say(tensor, "", null);
    else this.pointed.say(tensor, cell, plane === null ? null : tensor.planes.planes.find((p) => p.index === plane) ?? null);
  }

  private enlarge(plane: Plane): void {
    const { tensor, layout } = this.drawn;
    this.enlarged.show(tensor, plane, `Frame ${layout.frame}: ${layout.frame_meaning}.`);
  }
}
