// Moves on the board: taken up and put down, dragged, asked about where several are meant.

import type { LegalMove, Position } from "./answers";
import { Marked } from "./board";
import { button, h, put } from "./dom";

// Cells that stand for where a move lands.
function landings(m: LegalMove): string[] {
  return [m.to, ...m.or_to].filter((cell) => cell !== "");
}

export class Player {
  // What has to be asked: which man a pawn becomes; and moves that no cell stands for: swap.
  readonly element = h("div", { class: "asked" });
  private legal: LegalMove[] = [];
  private chosen = "";

  constructor(private readonly play: (move: string) => void, private readonly mark: (marked: Marked) => void) {}

  update(position: Position): void {
    this.legal = position.legal;
    this.choose("");
    put(this.element, ...this.legal.filter((m) => m.to === "").map((m) =>
      button(`Play ${m.notation}`, () => this.play(m.text))));
  }

  // A click: a move that ends here, or the man here is taken up.
  take(cell: string): void {
    const ending = this.legal.filter((m) => m.from === this.chosen && landings(m).includes(cell));
    if (ending.length > 0) return this.decide(ending);
    const begins = cell !== this.chosen && this.legal.some((m) => m.from === cell);
    this.choose(begins ? cell : "");
  }

  drag(from: string, to: string): void {
    this.choose("");
    this.decide(this.legal.filter((m) => m.from === from && landings(m).includes(to)));
  }

  // Nothing can be played.
  cancel(): void {
    this.legal = [];
    this.choose("");
    put(this.element);
  }

  private choose(cell: string): void {
    this.chosen = cell;
    const from = this.legal.filter((m) => m.from === cell && cell !== "");
    this.mark({ chosen: cell, targets: new Set(from.flatMap(landings)) });
  }

  private decide(moves: LegalMove[]): void {
    this.choose("");
    if (moves.length === 1) return this.play(moves[0].text);
    if (moves.length === 0) return;
    const buttons = moves.map((m) => button(m.kind, () => this.play(m.text)));
    put(this.element, h("span", {}, "Which one?"), ...buttons, button("None", () => put(this.element)));
    buttons[0].focus();
  }
}
