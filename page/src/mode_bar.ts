// Which game, on which board, and what a click on the board does.

import type { Catalogue } from "./answers";
import { button, h, put, select } from "./dom";
import { Model } from "./model";

export interface ModeEvents {
  game(name: string): void;
  size(size: number): void;
  play(): void;
  set_up(): void;
  frame(board: string): void;
}

const kViews = [{ value: "frame", text: "as the layout sees it" }, { value: "stands", text: "as it stands" }];

export class ModeBar {
  readonly element = h("div", { class: "row modes" });

  constructor(private readonly events: ModeEvents, private readonly catalogue: Catalogue) {}

  // `isUnset`: what is set up is no position yet.
  update({ game, position, state }: Model, isSetUp: boolean, isUnset: boolean): void {
    const games = this.catalogue.games.map((g) => ({ value: g.name, text: g.title }));
    const sizes = game.sizes.map((s) => ({ value: String(s.size), text: s.text }));
    put(this.element,
      select("Game", games, game.name, this.events.game, { id: "game" }),
      sizes.length > 1 ? select("Board", sizes, String(position.size), (size) => this.events.size(Number(size)), { id: "size" }) : null,
      button("Play", this.events.play, { "aria-pressed": String(!isSetUp), disabled: isUnset }),
      game.has_set_up ? button("Set up", this.events.set_up, { "aria-pressed": String(isSetUp) }) : null,
      select("View", kViews, isSetUp ? "stands" : state.board, this.events.frame, { id: "view", disabled: isSetUp }));
  }
}
