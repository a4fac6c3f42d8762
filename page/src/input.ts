// The one box: whatever is typed, pasted or dropped goes to the core, which says what it is.

import type { Catalogue, Fault, Read, ReadGame } from "./answers";
import { button, copyButton, h, put } from "./dom";
import { Refusal, Trap } from "./core";

export interface InputEvents {
  text(text: string): void;
  files(files: File[]): void;
  game(game: ReadGame): void; // one of several
  example(index: number): void;
}

export const kFeature = "application/x-feature"; // what is dragged inside the composer
const kContext = 48; // characters of the text on either side of a fault

export class InputBox {
  private box = h("textarea", { id: "input", rows: 1, spellcheck: "false", autocomplete: "off",
    placeholder: "FEN, startpos moves …, PGN, TRMPH, HexWorld link, SGF, layout JSON",
    "aria-label": "A position, a game or a layout", "aria-describedby": "trouble" });
  private trouble = h("div", { id: "trouble", role: "alert" });
  private notes = h("ul", { class: "notes", "aria-label": "Notes" });
  private isOfNow = false; // the notes
  private games = h("div", { class: "games" });
  private file = h("input", { type: "file", multiple: true, class: "unseen", id: "file", "aria-label": "Files" });
  readonly element: HTMLElement;

  constructor(private readonly events: InputEvents, catalogue: Catalogue) {
    this.box.addEventListener("keydown", (e) => {
      if (e.key !== "Enter" || e.shiftKey) return;
      e.preventDefault();
      this.submit();
    });
    // What is pasted is meant at once.
    this.box.addEventListener("paste", () => setTimeout(() => this.submit()));
    this.box.addEventListener("input", () => this.grow());
    this.file.addEventListener("change", () => {
      this.events.files([...(this.file.files ?? [])]);
      this.file.value = "";
    });
    this.element = h("div", { class: "input" },
      h("div", { class: "row" }, this.box, button("Read", () => this.submit(), { class: "main" }),
        button("Open a file…", () => this.file.click()), this.file),
      this.trouble, this.games, this.notes,
      h("div", { class: "examples", role: "group", "aria-label": "Examples" },
        ...catalogue.examples.map((e, i) => button(e.title, () => this.events.example(i), { title: e.about }))));
    this.listenToDrops();
  }

  // Shows a text that was not typed.
  set(text: string): void {
    if (this.box.value !== text) this.box.value = text; // else the caret would go
    this.grow();
  }

  // What went wrong with a text; null: nothing.
  fail(error: unknown, text = ""): void {
    const read = (error instanceof Refusal && error.text) || text;
    put(this.trouble, error === null ? null : troubleOf(error, read));
  }

  // `isOfNow`: of what is shown at this moment, not of the game.
  note(notes: string[], isOfNow = false): void {
    this.isOfNow = isOfNow;
    put(this.notes, ...notes.map((n) => h("li", {}, n)));
  }

  // Something else is shown.
  moveOn(): void {
    if (this.isOfNow) this.note([]);
  }

  // The games of a text, if there are several.
  list(read: Read | null, chosen: ReadGame | null): void {
    if (!read || read.games.length < 2) return put(this.games);
    const list: HTMLSelectElement = h("select", { change: () => this.events.game(read.games[list.selectedIndex]) },
      ...read.games.map((g, i) => h("option", { selected: g === chosen, disabled: g.line === "" },
        `${i + 1}  ${g.title}${g.line === "" ? " (refused)" : `, ${g.plies} plies`}`)));
    put(this.games, h("label", { class: "field" }, h("span", {}, `${read.games.length} games`), list));
  }

  // Another move was played: what is shown is none of the games that are listed.
  leave(): void {
    const list = this.games.querySelector("select");
    if (list) list.selectedIndex = -1;
  }

  private submit(): void {
    this.events.text(this.box.value);
  }

  private grow(): void {
    const lines = Math.min(8, this.box.value.split("\n").length);
    this.box.rows = Math.max(lines, this.box.value.length > 110 ? 2 : 1);
  }

  private listenToDrops(): void {
    const root = document.documentElement;
    root.addEventListener("dragover", (e) => {
      if (e.dataTransfer?.types.includes(kFeature)) return;
      e.preventDefault();
      root.classList.add("dropping");
    });
    root.addEventListener("dragleave", (e) => {
      if (e.relatedTarget === null) root.classList.remove("dropping");
    });
    root.addEventListener("drop", (e) => {
      e.preventDefault();
      root.classList.remove("dropping");
      const data = e.dataTransfer;
      if (!data) return;
      if (data.files.length > 0) this.events.files([...data.files]);
      else if (data.getData("text")) this.events.text(data.getData("text"));
    });
  }
}

function troubleOf(error: unknown, text: string): HTMLElement {
  if (error instanceof Refusal) return refusalOf(error.fault, text);
  if (error instanceof Trap) {
    return h("p", { class: "trouble" }, "This is a fault of ours, not of your input: the core broke off and was started again. ",
      copyButton(() => error.input, "Copy what led to it"));
  }
  return h("p", { class: "trouble" }, error instanceof Error ? error.message : String(error));
}

// "syntax at byte 17: …", and the byte marked in the text.
function refusalOf(fault: Fault, text: string): HTMLElement {
  const said = h("p", { class: "trouble" }, `${fault.code} at byte ${fault.offset}: ${fault.detail}`);
  const at = characterAt(text, fault.offset);
  if (at === null) return said;
  const start = Math.max(0, at - kContext);
  const length = String.fromCodePoint(text.codePointAt(at) ?? 32).length;
  return h("div", {}, said, h("pre", { class: "place", "aria-hidden": "true" }, start > 0 ? "…" : "", text.slice(start, at),
    h("mark", {}, text.slice(at, at + length) || "␣"), text.slice(at + length, at + kContext)));
}

// The place in a text of a byte of its UTF-8; null where the text does not have it.
function characterAt(text: string, byte: number): number | null {
  if (text === "") return null;
  let bytes = 0, at = 0;
  for (const c of text) {
    if (bytes >= byte) return at;
    const code = c.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    at += c.length;
  }
  return bytes >= byte ? at : null;
}

// What was put right in a game, and what was refused.
export function notesOf(game: ReadGame): string[] {
  return game.faults.map((f) => `${f.is_refusal ? "refused" : "put right"}: ${f.detail}`);
}
