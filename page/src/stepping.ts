// Through the plies of a line: first, back, on, last, arrow keys, the list of moves.

import type { Moves } from "./answers";
import { button, h, put } from "./dom";

const kMostListed = 2000; // moves that are listed; stepping goes further

export class Stepper {
  readonly element: HTMLElement;
  private list = h("ol", { class: "moves", "aria-label": "Moves" });
  private where = h("span", { class: "where" });
  private buttons: HTMLButtonElement[];
  private ply = 0;
  private plies = 0;
  private key = "";

  constructor(private readonly go: (ply: number) => void) {
    this.buttons = [
      button("«", () => this.to(0), { "aria-label": "First position", title: "First (Home)" }),
      button("‹", () => this.to(this.ply - 1), { "aria-label": "One move back", title: "Back (←)" }),
      button("›", () => this.to(this.ply + 1), { "aria-label": "One move on", title: "On (→)" }),
      button("»", () => this.to(this.plies), { "aria-label": "Last position", title: "Last (End)" }),
    ];
    this.element = h("nav", { class: "stepper", "aria-label": "Steps" }, h("div", { class: "row" }, ...this.buttons, this.where), this.list);
    document.addEventListener("keydown", (event) => this.keyed(event));
  }

  update(moves: Moves, ply: number, plies: number): void {
    [this.ply, this.plies] = [ply, plies];
    const key = JSON.stringify(moves);
    if (key !== this.key) this.make(moves);
    this.key = key;
    this.where.textContent = `ply ${ply} of ${plies}`;
    const pressed = this.buttons.indexOf(document.activeElement as HTMLButtonElement);
    this.buttons.forEach((b, i) => (b.disabled = i < 2 ? ply === 0 : ply === plies));
    if (this.buttons[pressed]?.disabled) this.buttons[pressed < 2 ? 2 : 1].focus(); // else the keyboard is nowhere
    this.list.querySelectorAll("button").forEach((b, i) => {
      const isHere = i + 1 === ply;
      b.classList.toggle("here", isHere);
      isHere ? b.setAttribute("aria-current", "step") : b.removeAttribute("aria-current");
      if (isHere) this.reveal(b);
    });
  }

  // The page itself stays where it is.
  private reveal(b: HTMLElement): void {
    const { list } = this;
    const top = b.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + b.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
  }

  private make(moves: Moves): void {
    const first = moves.is_second_first ? 1 : 0;
    put(this.list, ...moves.moves.slice(0, kMostListed).map((m, i) => {
      const isFirstPlayers = (i + first) % 2 === 0;
      const number = isFirstPlayers ? `${(i + first) / 2 + 1}.` : i === 0 ? "1…" : "";
      return h("li", {}, number ? h("span", { class: "number" }, number) : null, button(m.notation, () => this.to(i + 1), { title: m.text }));
    }), moves.moves.length > kMostListed ? h("li", {}, `and ${moves.moves.length - kMostListed} more`) : null);
    this.list.hidden = moves.moves.length === 0;
  }

  private to(ply: number): void {
    this.go(Math.max(0, Math.min(this.plies, ply)));
  }

  private keyed(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.defaultPrevented || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    if (target.closest("input, textarea, select, dialog, pre, .asked, .chosen, [role=grid], [role=listbox]")) return;
    const steps: Record<string, number> = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.plies };
    if (!(event.key in steps)) return;
    event.preventDefault();
    this.to(steps[event.key]);
  }
}
