// The lines that make exactly this tensor elsewhere, and the tensor itself as a file.

import { Core, octets } from "./core";
import { button, copyButton, download, h, put } from "./dom";
import { formOf, Model, whereOf } from "./model";

// Names as the tool gives them.
const kTensorFile = "tensor.npy";
const kPassportFile = "tensor.layout.json";

export class TakeAway {
  readonly element = h("details", { class: "panel", id: "take-away" });
  private model: Model | null = null;
  private body = h("div");

  constructor(private readonly core: Core, private readonly address: () => string) {
    put(this.element, h("summary", {}, "Take it away"), this.body);
    this.element.addEventListener("toggle", () => this.show());
  }

  update(model: Model): void {
    this.model = model;
    this.show();
  }

  private show(): void {
    const { model } = this;
    if (!model || !this.element.open) return;
    const asked = { ...whereOf(model.state), layout: model.state.layout, ...formOf(model.state) };
    const recipe = this.core.call("recipe", asked);
    const files = recipe.file ? [button(`Save ${recipe.file}`, () => download(recipe.file, "application/json", recipe.json))] : [];
    put(this.body,
      lines("Tool", recipe.cli, "cli"), lines("Python", recipe.python, "python"), lines("C++", recipe.cpp, "cpp"),
      lines("The layout as JSON", recipe.json, "json"),
      h("div", { class: "row" }, ...files,
        button(`Save ${kTensorFile}`, () => download(kTensorFile, "application/octet-stream", octets(model.encoded.data, model.encoded.arrays.file!))),
        button(`Save ${kPassportFile}`, () => download(kPassportFile, "application/json", model.encoded.passport)),
        button("Save planes.svg", () => download("planes.svg", "image/svg+xml", this.core.call("svg", asked).svg)),
        copyButton(this.address, "Copy the address")));
  }
}

function lines(title: string, text: string, name: string): HTMLElement {
  return h("section", { class: "recipe" }, h("div", { class: "row" }, h("h3", {}, title), copyButton(() => text)),
    h("pre", { id: `recipe-${name}`, tabindex: "0", "aria-label": title }, text));
}
