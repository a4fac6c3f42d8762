// Tensors from files: drawn as they are, with the position that they show or the first contradiction.

import type { Catalogue, Decoded, Fits, Game, Layout } from "./answers";
import { Answer, Core, Refusal } from "./core";
import { button, h, put, select } from "./dom";
import { gameOf, Tensor, tensorOf } from "./model";

const kHeaderBytes = 4096; // enough for the header of any .npy file

type Fit = Fits["fits"][number];

// A tensor file: its rows are read one at a time, never the whole.
export interface TensorFile {
  name: string;
  blob: Blob;
  header: Uint8Array;
  passport: string; // JSON; empty: none
  layout: string; // the one on the page
  fits: Fits;
}

export interface ShownTensor {
  tensor: Tensor;
  layout: Layout;
  decoded: Answer<"decode">;
}

export interface TensorEvents {
  draw(shown: ShownTensor | null): void;
  open(ply: Decoded["plies"][number], fit: Fit): void; // the position that it shows
  close(): void;
  fail(error: unknown): void;
}

// `layout`: the one on the page, which the file may hold as well as a built-in one.
export async function openTensor(core: Core, name: string, blob: Blob, passport: string, layout: string): Promise<TensorFile> {
  const header = new Uint8Array(await blob.slice(0, kHeaderBytes).arrayBuffer());
  const file = { name, blob, header, passport, layout };
  const fits = fitsOf(core, { ...file, passport: "" }); // what is wrong with the file itself
  if (!passport) return { ...file, fits };
  try {
    return { ...file, fits: fitsOf(core, file) };
  } catch (error) {
    throw error instanceof Refusal ? new Refusal({ ...error.fault, detail: `its passport: ${error.fault.detail}` }) : error;
  }
}

function fitsOf(core: Core, { blob, header, passport, layout }: Omit<TensorFile, "fits">): Fits {
  return core.call("fits", { file_size: blob.size, layout, ...(passport && { passport }) }, header);
}

export class TensorPanel {
  readonly element = h("section", { class: "tensor", hidden: true, "aria-label": "A tensor file" });
  private file: TensorFile | null = null;
  private fit: Fit | null = null;
  private row = 0;
  private turn = "";
  private said = h("div");
  private asked = 0; // rows are read one after the other: older answers are late

  constructor(private readonly core: Core, private readonly catalogue: Catalogue, private readonly events: TensorEvents) {}

  // Where several layouts fit as well as each other, nobody but the user can say which it is.
  show(file: TensorFile, turn: string): void {
    [this.file, this.row, this.turn] = [file, 0, turn];
    this.fit = plainest(file.fits.fits);
    this.element.hidden = false;
    this.make();
    void this.read();
  }

  // Another layout stands on the page: perhaps the file is one of its tensors.
  refit(layout: string): void {
    const { file, fit } = this;
    if (!file || file.passport || file.layout === layout) return;
    file.layout = layout;
    file.fits = fitsOf(this.core, file);
    const same = file.fits.fits.find((f) => fit && f.layout === fit.layout && f.order === fit.order && f.size === fit.size);
    this.fit = same ?? plainest(file.fits.fits);
    this.make();
    void this.read();
  }

  hide(): void {
    this.file = null;
    this.element.hidden = true;
  }

  get isOpen(): boolean {
    return this.file !== null;
  }

  private make(): void {
    const { name, fits } = this.file!;
    put(this.element, h("div", { class: "row" }, h("h2", {}, name), button("Close the file", () => this.events.close())),
      h("p", { class: "form" }, `${fits.type}, shape (${fits.shape.join(", ")})`), this.choices(), this.said);
    put(this.said);
  }

  private choices(): HTMLElement {
    const { fits } = this.file!.fits;
    if (fits.length === 0) return h("p", { class: "trouble" }, "No layout has that shape and type. Compose yours below, or drop the file's passport (.layout.json) together with it.");
    const named = fits.map((f, i) => ({ value: String(i), text: textOf(f, this.gameOf(f).sizes.length > 1) }));
    const chosen = this.fit ? String(fits.indexOf(this.fit)) : "";
    const layout = select("Read it as", fits.length > 1 ? [{ value: "", text: `choose one of ${fits.length} that fit` }, ...named] : named, chosen, (i) => {
      this.fit = i === "" ? null : fits[Number(i)];
      this.row = 0;
      this.make();
      void this.read();
    }, { id: "fit" });
    const others = this.fit && fits.length > 1 ? h("span", { class: "soft" }, `the only one of just this form; ${fits.length - 1} more could be read from it`) : null;
    return h("div", { class: "row" }, layout, this.fit?.is_own ? others : null, this.rows(), this.turns());
  }

  private rows(): HTMLElement | null {
    if (!this.fit || this.fit.rows < 2) return null;
    const last = this.fit.rows - 1;
    const box = h("input", { id: "row", type: "number", min: 0, max: last, value: this.row, change: () => {
      this.row = Math.min(last, Math.max(0, Math.trunc(box.valueAsNumber) || 0));
      box.value = String(this.row);
      void this.read();
    } });
    return h("label", { class: "field" }, h("span", {}, `Row, 0 to ${last}`), box);
  }

  private turns(): HTMLElement | null {
    if (!this.fit?.needs_turn) return null;
    const words = [{ value: "", text: "as nobody knows" }, ...this.gameOf(this.fit).turns.map((value) => ({ value, text: value }))];
    return select("Whose turn", words, this.turn, (turn) => {
      this.turn = turn;
      void this.read();
    }, { id: "turn" });
  }

  private gameOf(fit: Fit): Game {
    return gameOf(this.catalogue, fit.game);
  }

  // One row of the file, and what it says.
  private async read(): Promise<void> {
    const { fit, file } = this;
    const asked = ++this.asked;
    if (!fit || !file) return this.events.draw(null);
    if (fit.rows === 0) return this.refuse("The file has no rows.");
    const at = file.fits.data_offset + this.row * fit.row_bytes;
    try {
      const bytes = new Uint8Array(await file.blob.slice(at, at + fit.row_bytes).arrayBuffer());
      if (asked !== this.asked || this.file !== file) return;
      const size = this.gameOf(fit).sizes.length > 1 ? { size: fit.size } : {};
      const decoded = this.core.call("decode", { layout: fit.layout, order: fit.order, dtype: fit.dtype, ...size, ...(this.turn && { turn: this.turn }) }, bytes);
      put(this.said, this.verdict(decoded, fit));
      const layout = this.core.call("layout", { layout: fit.layout, ...size });
      this.events.draw({ tensor: tensorOf(decoded), layout, decoded });
    } catch (error) {
      if (error instanceof DOMException) this.refuse(`${file.name} cannot be read any more: it has changed, or is gone. Open it again.`);
      else if (error instanceof Refusal) this.refuse(error.fault.detail);
      else this.events.fail(error);
    }
  }

  private refuse(why: string): void {
    put(this.said, h("p", { class: "trouble", role: "alert" }, why));
    this.events.draw(null);
  }

  private verdict(decoded: Decoded, fit: Fit): HTMLElement {
    const { fault, plies } = decoded;
    if (fault) {
      return h("div", { class: "verdict wrong", role: "alert" }, h("p", {}, h("b", {}, "No position makes this tensor. "), fault.detail),
        fault.plane >= 0 ? h("p", { class: "soft" }, `The first wrong cell is marked: plane ${fault.plane}, element ${fault.element}, byte ${fault.offset}.`) : null);
    }
    const positions = plies.map((p) => h("li", {}, p.ago > 0 ? `${p.ago} plies ago: ` : "", h("code", {}, p.text), p.unsaid ? ` (${p.unsaid})` : "",
      p.line ? button("Open", () => this.events.open(p, fit), { "aria-label": `Open the position of ${p.ago} plies ago` }) : " (too little for a position)"));
    const assumed = decoded.lost.map((l) => h("li", {}, h("b", {}, l.name), `: ${l.meaning}${l.stand_in ? `; taken as ${l.stand_in}` : ""}`));
    return h("div", { class: "verdict right", role: "status" }, h("p", {}, h("b", {}, "It shows")), h("ul", {}, ...positions),
      assumed.length ? h("details", {}, h("summary", {}, `What it does not show: ${decoded.lost.map((l) => l.name).join(", ")}`), h("ul", {}, ...assumed)) : null);
  }
}

// The only one that fits, or the only one that fits as it says itself; null: there are several.
function plainest(fits: Fit[]): Fit | null {
  const own = fits.filter((f) => f.is_own);
  return fits.length === 1 ? fits[0] : own.length === 1 ? own[0] : null;
}

function textOf(f: Fit, hasSizes: boolean): string {
  return `${f.title || "the layout on the page"}, ${f.order}, ${f.rows === 1 ? "1 tensor" : `${f.rows} tensors`}${hasSizes ? `, size ${f.size}` : ""}`;
}
