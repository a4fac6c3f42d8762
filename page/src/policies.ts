// Moves as numbers of a code, both ways.

import { Core } from "./core";
import { h, put, select } from "./dom";
import { Model, whereOf } from "./model";

export class Policies {
  readonly element = h("details", { class: "panel", id: "policies" });
  private model: Model | null = null;
  private head = h("div", { class: "row" });
  private about = h("p", { class: "soft" });
  private found = h("p", { class: "found", role: "status" });
  private list = h("div", { class: "scroll" });
  private number = h("input", { type: "number", min: 0, "aria-label": "Number of a move", input: () => this.find() });

  constructor(private readonly core: Core, private readonly choose: (policy: string) => void) {
    put(this.element, h("summary", {}, "Moves as numbers"), this.head, this.about,
      h("label", { class: "field" }, h("span", {}, "What is number"), this.number), this.found, this.list);
    this.element.addEventListener("toggle", () => this.show());
  }

  update(model: Model): void {
    this.model = model;
    this.show();
  }

  private get code(): string {
    const { game, state } = this.model!;
    return game.policies.some((p) => p.id === state.policy) ? state.policy : game.usual_policy;
  }

  // Nothing is asked of the core while the panel is closed.
  private show(): void {
    const { model } = this;
    if (!model || !this.element.open) return;
    put(this.head, select("Code", model.game.policies.map((p) => ({ value: p.id, text: `${p.id}, ${p.title}` })), this.code,
      (policy) => this.choose(policy), { id: "policy" }));
    const answer = this.core.call("policy", { ...whereOf(model.state), policy: this.code, frame: model.layout.frame });
    this.about.textContent = `${answer.size} numbers, in the frame of the planes (${answer.frame}). ${answer.rule}`;
    this.number.max = String(answer.size - 1);
    put(this.list, h("table", {},
      h("thead", {}, h("tr", {}, ...["number", "move", "notation"].map((n) => h("th", { scope: "col" }, n)))),
      h("tbody", {}, ...answer.moves.map((m) => h("tr", {}, h("td", {}, String(m.index)), h("th", { scope: "row" }, m.text), h("td", {}, m.notation))))));
    this.find();
  }

  private find(): void {
    const { model } = this;
    const index = this.number.valueAsNumber;
    if (!model || !Number.isSafeInteger(index) || index < 0 || index > 1e9) return put(this.found);
    const { move, why } = this.core.call("policy_move", { ...whereOf(model.state), policy: this.code, frame: model.layout.frame, index });
    this.found.textContent = move ? `${index} is ${move}` : `${index} is no move here: ${why}`;
  }
}
