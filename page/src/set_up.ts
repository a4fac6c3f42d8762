// A board that is put together by hand: a palette of men, any of them anywhere, and what else a
// position has. What stands there is a draft of the core's; it becomes a line once it is a position.

import type { Edit, Options, SetUp } from "./answers";
import { markShape } from "./board";
import { Core } from "./core";
import { button, Child, h, put, s } from "./dom";
import { Model } from "./model";

export interface SetUpEvents {
  edit(edits: Edit[]): void;
  done(): void;
  cancel(): void; // back to what was there before
}

const kErase = "";

export class SetUpPanel {
  readonly element = h("div", { class: "set-up" });
  private hand: string | null = null; // the man that a click puts down; null: none is taken
  private board: { game: string; size?: number } | null = null; // which is set up; null: none is
  private draft = "";

  constructor(private readonly core: Core, private readonly events: SetUpEvents) {}

  get isOpen(): boolean {
    return this.board !== null;
  }

  // With the position as it is: nothing has changed yet, and no man is in hand.
  begin({ game, position, state }: Model): SetUp {
    this.hand = null;
    this.board = { game: game.name, ...(game.sizes.length > 1 && { size: position.size }) };
    this.draft = position.text;
    return this.edit([], state.options);
  }

  // Throws what the core says of an edit.
  edit(edits: Edit[], options: Options): SetUp {
    const now = this.core.call("set_up", { ...this.board!, draft: this.draft, options, edits });
    this.draft = now.draft;
    this.update(now);
    return now;
  }

  end(): void {
    this.board = null;
    put(this.element);
  }

  private update(now: SetUp): void {
    const men = now.men.map((m) => this.man(m.piece, m.name,
      s("svg", { viewBox: `0 0 ${now.board.mark_box} ${now.board.mark_box}`, "aria-hidden": "true" }, markShape(m.mark))));
    put(this.element,
      h("div", { class: "palette", role: "group", "aria-label": "Men" }, ...men, this.man(kErase, "empty the cell", "✕")),
      ...now.choices.map((c) => this.choice(c)),
      h("div", { class: "row" }, button("Empty board", () => this.events.edit([{ all: "empty" }])),
        button("Start position", () => this.events.edit([{ all: "start" }])),
        button("Done", () => this.events.done(), { disabled: now.line === "" }), button("Cancel", () => this.events.cancel())),
      h("ul", { class: "faults", "aria-label": "Faults" }, ...now.faults.map((f) => h("li", {}, `${f.code}: ${f.detail}`))),
      h("code", { class: "draft" }, now.draft));
  }

  // Puts the man in hand down, or turns him over to the next click.
  take(cell: string): void {
    if (this.hand !== null) this.events.edit([{ cell, piece: this.hand }]);
  }

  // Men are moved about, and off the board.
  drag(from: string, to: string): void {
    this.events.edit([to === "" ? { cell: from, piece: kErase } : { cell: to, from }]);
  }

  private man(piece: string, name: string, picture: Child): HTMLButtonElement {
    const isTaken = this.hand === piece;
    const made = h("button", { type: "button", class: "man-button", "aria-pressed": String(isTaken), title: name,
      "aria-label": name, click: () => {
        this.hand = this.hand === piece ? null : piece;
        for (const other of made.parentElement!.children) other.setAttribute("aria-pressed", String(other === made && this.hand !== null));
      } }, picture);
    return made;
  }

  private choice(c: SetUp["choices"][number]): HTMLElement {
    const boxes = c.values.filter((v) => v.is_possible || v.is_chosen).map((v) =>
      h("label", {}, h("input", { type: c.is_set ? "checkbox" : "radio", name: `choice-${c.name}`, checked: v.is_chosen,
        change: () => this.events.edit([{ choice: c.name, value: v.value }]) }), ` ${v.title}`));
    return h("fieldset", {}, h("legend", {}, c.title), ...boxes);
  }
}
