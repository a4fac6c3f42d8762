// A layout of one's own: facts chosen, ordered, divided, of plies ago; or its JSON by hand.

import type { Catalogue, Game, Layout } from "./answers";
import { announce, button, choicesOf, h, put, select } from "./dom";
import { Refusal } from "./core";
import { kFeature } from "./input";

interface Entry {
  fact: string;
  per: number;
  ago: number;
}

export class Composer {
  readonly element = h("details", { class: "panel", id: "compose" });
  private entries: Entry[] = [];
  private layout!: Layout;
  private game!: Game;
  private key = "";
  private search = h("input", { type: "search", placeholder: "us.pawn, clock, attacks …", "aria-label": "Search facts",
    input: () => this.list() });
  private found = h("div", { class: "facts", role: "group", "aria-label": "Facts" });
  private chosen = h("ol", { class: "chosen", "aria-label": "Features of the layout" });
  private json = h("textarea", { rows: 8, spellcheck: "false", "aria-label": "The layout as JSON" });
  private trouble = h("p", { class: "trouble", role: "alert" });
  private head = h("div", { class: "row" });

  // `set` takes a layout as JSON; it throws what the core says.
  constructor(private readonly set: (json: string) => void, private readonly catalogue: Catalogue) {
    const last = h("input", { type: "number", min: 1, max: catalogue.most_plies_ago + 1, value: 1, "aria-label": "Plies" });
    put(this.element, h("summary", {}, "Compose a layout"), this.head, this.trouble,
      h("div", { class: "halves" },
        h("div", {}, h("h3", {}, "Facts"), this.search, this.found),
        h("div", {}, h("h3", {}, "Features, in their order"), this.chosen,
          h("div", { class: "row" }, h("label", { class: "field" }, h("span", {}, "These for the last plies:"), last),
            button("Repeat", () => this.repeat(Number(last.value))), button("Remove all", () => this.clear())))),
      h("details", {}, h("summary", {}, "JSON"), this.json, button("Use this JSON", () => this.apply(this.json.value))));
  }

  update(game: Game, layout: Layout): void {
    const key = JSON.stringify([game.name, layout.json]);
    if (key === this.key) return;
    this.key = key;
    [this.game, this.layout] = [game, layout];
    this.entries = layout.planes.map(({ fact, per, ago }) => ({ fact, per, ago }));
    this.json.value = layout.json;
    this.trouble.textContent = "";
    this.list();
    this.show();
  }

  // The facts and groups that the search finds.
  private list(): void {
    const word = this.search.value.toLowerCase();
    const has = (text: string) => text.toLowerCase().includes(word);
    const groups = this.game.groups.filter((g) => has(g.name)).map((g) =>
      this.offer(g.name, `${g.facts.length} facts: ${g.facts.join(", ")}`, g.facts));
    const facts = this.game.facts.filter((f) => has(f.name) || has(f.meaning)).map((f) =>
      this.offer(f.name, `${f.meaning}; ${f.lo} to ${f.hi}${f.is_derived ? "; derived" : ""}`, [f.name]));
    put(this.found, ...groups, ...facts);
  }

  private offer(name: string, about: string, facts: string[]): HTMLElement {
    return h("div", { class: "fact" }, button("+", () => this.add(facts), { class: "icon", "aria-label": `Add ${name}` }),
      h("span", {}, h("b", {}, name), h("span", { class: "soft" }, ` ${about}`)));
  }

  private show(): void {
    const { game, layout } = this;
    put(this.head,
      select("Frame", choicesOf(game.frames.map((f) => f.name)), layout.frame, (frame) => this.change({ frame }), { id: "frame" }),
      select("Order", choicesOf(this.catalogue.orders), layout.order, (order) => this.change({ order }), { id: "own-order" }),
      select("Type", choicesOf(this.catalogue.dtypes), layout.dtype, (dtype) => this.change({ dtype }), { id: "own-dtype" }));
    put(this.chosen, ...this.entries.map((e, i) => this.row(e, i)));
  }

  // Dragged by the pointer, moved by Alt and arrows, taken out by Delete.
  private row(e: Entry, i: number): HTMLElement {
    const number = (name: string, value: number, min: number, take: (v: number) => void) =>
      h("label", {}, ` ${name} `, h("input", { type: "number", value, min, step: name === "/" ? "any" : 1, "aria-label": `${name === "/" ? "Divisor" : "Plies ago"} of ${e.fact}`,
        // Tab leads on first, to a control that is there.
        change: (event: Event) => setTimeout(() => take(Number((event.target as HTMLInputElement).value))) }));
    const changed = (how: Partial<Entry>) => this.commit(this.entries.map((other) => (other === e ? { ...e, ...how } : other)));
    const item = h("li", { tabindex: "0", draggable: "true", "aria-label": `${i} ${e.fact}. Alt and arrows move it, Delete removes it` },
      h("span", { class: "index" }, String(i)), h("b", {}, e.fact),
      number("/", e.per, 0, (per) => changed({ per })), number("ago", e.ago, 0, (ago) => changed({ ago })),
      button("✕", () => this.remove(i), { class: "icon", "aria-label": `Remove ${e.fact}` }));
    item.addEventListener("keydown", (event) => {
      if (event.target !== item) return;
      if (event.altKey && event.key === "ArrowUp") this.move(i, i - 1, event);
      else if (event.altKey && event.key === "ArrowDown") this.move(i, i + 1, event);
      else if (event.key === "Delete") this.remove(i);
    });
    item.addEventListener("dragstart", (event) => event.dataTransfer?.setData(kFeature, String(i)));
    item.addEventListener("dragover", (event) => event.preventDefault());
    item.addEventListener("drop", (event) => {
      const from = event.dataTransfer?.getData(kFeature);
      if (!from) return;
      event.stopPropagation(); // no file, no text
      this.move(Number(from), i, event);
    });
    return item;
  }

  private move(from: number, to: number, event: Event): void {
    event.preventDefault();
    if (to < 0 || to >= this.entries.length) return;
    const others = this.entries.filter((_, i) => i !== from);
    this.commit([...others.slice(0, to), this.entries[from], ...others.slice(to)]);
    this.focus(to);
    announce(`${this.entries[to].fact} is now feature ${to}`);
  }

  private add(facts: string[]): void {
    this.commit([...this.entries, ...facts.map((fact) => ({ fact, per: 1, ago: 0 }))]);
  }

  private remove(i: number): void {
    this.commit(this.entries.filter((_, other) => other !== i));
    this.focus(Math.min(i, this.entries.length - 1));
  }

  private focus(i: number): void {
    (this.chosen.children[i] as HTMLElement | undefined)?.focus();
  }

  private clear(): void {
    this.entries = [];
    this.show();
    this.trouble.textContent = "No features: the layout above stays until one is added.";
  }

  // The features of now, and the same of the plies before.
  private repeat(asked: number): void {
    const plies = Math.min(this.catalogue.most_plies_ago + 1, Math.max(1, Math.trunc(asked) || 1));
    const now = this.entries.filter((e) => e.ago === 0);
    this.commit(Array.from({ length: plies }, (_, ago) => now.map((e) => ({ ...e, ago }))).flat());
  }

  // What the core refuses is not kept.
  private commit(entries: Entry[]): void {
    const before = this.entries;
    this.entries = entries;
    if (!this.change({})) this.entries = before;
    this.show();
  }

  // What the core reads: a layout with a name would be checked against its name.
  private change(how: { frame?: string; order?: string; dtype?: string }): boolean {
    const { layout } = this;
    return this.apply(JSON.stringify({ game: this.game.name, frame: layout.frame, order: layout.order, dtype: layout.dtype, ...how,
      features: this.entries.map(({ fact, per, ago }) => ({ fact, per, ago })) }));
  }

  private apply(json: string): boolean {
    try {
      this.set(json);
      this.trouble.textContent = "";
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.trouble.textContent = error.fault.detail;
      this.show();
      return false;
    }
  }
}
