// What the page shows, as its address says it: #v=1&line=…&ply=…&layout=…

import type { LayoutText, Options } from "./answers";
import { deflated, fromBase64, inflated } from "./core";

export interface State {
  line: string;
  options: Options; // that the line needs to be read
  ply: number; // of the line; kLast: its last
  layout: LayoutText;
  order: string; // empty: the layout's own
  dtype: string;
  with: LayoutText; // a second layout; empty: none
  policy: string; // empty: the game's usual one
  planes: string; // which are shown: all, changed, filled, or a part of their names
  cell: string; // that is pinned; empty: none
  board: string; // "frame": as the layout sees it; "stands": as it stands
  turn: string; // whose turn it is in a tensor that does not show it
}

export const kLast = -1;

export const kStart: State = {
  line: "startpos", options: {}, ply: kLast, layout: "chess/canonical18", order: "", dtype: "", with: "",
  policy: "", planes: "all", cell: "", board: "frame", turn: "",
};

const kVersion = 1;
const kLongAddress = 1500; // beyond it addresses are packed
const kMostAddress = 64 << 10;
const kMostUnpacked = 1 << 20;

type TextKey = Exclude<keyof State, "options" | "ply">;
const kTexts: TextKey[] = ["line", "layout", "order", "dtype", "with", "policy", "planes", "cell", "board", "turn"];

function optionText(name: string, value: string): string {
  return value === "" ? name : `${name}=${value}`;
}

// Without #. What is as at the start is left out.
export async function toAddress(state: State): Promise<string> {
  const fields = new URLSearchParams({ v: String(kVersion) });
  for (const key of kTexts) if (state[key] !== kStart[key]) fields.append(key, state[key]);
  for (const [name, value] of Object.entries(state.options)) fields.append("option", optionText(name, value));
  if (state.ply !== kLast) fields.append("ply", String(state.ply));
  const text = fields.toString();
  if (text.length <= kLongAddress) return text;
  return `z=${toBase64Url(await deflated(new TextEncoder().encode(text)))}`;
}

export interface Opened {
  state: State;
  notes: string[]; // what was not understood
}

// An address is hostile input: whatever it says, there is a state and a sentence.
export async function fromAddress(address: string): Promise<Opened> {
  const text = address.replace(/^#/, "");
  if (text.length > kMostAddress) return nothing(`The address has more than ${kMostAddress >> 10} KiB; the start is shown.`);
  if (!text.startsWith("z=")) return fromFields(text);
  try {
    const bytes = await inflated(fromBase64Url(text.slice(2)), "deflate-raw", kMostUnpacked);
    return fromFields(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return nothing("The packed address is damaged; the start is shown.");
  }
}

function nothing(note: string): Opened {
  return { state: { ...kStart }, notes: [note] };
}

function fromFields(text: string): Opened {
  const state: State = { ...kStart, options: Object.create(null) }; // __proto__ is a name like others
  const notes: string[] = [];
  const seen = new Set<string>();
  for (const [key, value] of new URLSearchParams(text)) {
    if (seen.has(key) && key !== "option") notes.push(`The address says ${key} twice; the last one is taken.`);
    seen.add(key);
    const note = take(state, key, value);
    if (note) notes.push(note);
  }
  return { state, notes };
}

// Puts a field of the address into the state; what is wrong with it.
function take(state: State, key: string, value: string): string | undefined {
  const text = kTexts.find((name) => name === key);
  if (text) {
    state[text] = value;
  } else if (key === "option") {
    const [name, ...rest] = value.split("=");
    state.options[name] = rest.join("=");
  } else if (key === "ply") {
    if (!/^\d{1,6}$/.test(value)) return `The address's ply is no number: ${value.slice(0, 40)}`;
    state.ply = Number(value);
  } else if (key === "v") {
    if (value !== String(kVersion)) return `The address is of version ${value.slice(0, 40)}; this page knows version ${kVersion}.`;
  } else {
    return `The address says ${key.slice(0, 40)}, which this page does not know.`;
  }
  return undefined;
}

function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""));
  return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array {
  return fromBase64(text.replace(/-/g, "+").replace(/_/g, "/"));
}
