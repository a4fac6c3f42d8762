// Files that are dropped or chosen: texts are read whole, tensors by their headers.

import type { Read } from "./answers";
import { Core, reading, Refusal } from "./core";
import { openTensor, TensorFile } from "./tensor";

const kHead = 4096;
const kMostPassport = 1 << 20;
const kMostText = (16 << 20) + 1; // one more than the core takes, so that it says so itself

export type Found = { tensor: TensorFile; notes: string[] } | { read: Read; text: string; notes: string[] };

// Throws what the core says of a file, with the file's name before it.
// `layout`: the one on the page.
export async function openFiles(core: Core, files: File[], layout: string): Promise<Found> {
  const passport = files.find((f) => f.name.toLowerCase().endsWith(".json") && files.length > 1);
  const file = files.find((f) => f !== passport);
  if (!file) throw new Error("There is no file in what was dropped.");
  const others = files.filter((f) => f !== file && f !== passport).map((f) => f.name);
  const notes = others.length > 0 ? [`One file is opened at a time: ${file.name}. Not opened: ${others.join(", ")}`] : [];
  try {
    if (isTensor(core, file.name, await bytesOf(file, kHead)))
      return { tensor: await openTensor(core, file.name, file, await passport?.slice(0, kMostPassport).text() ?? "", layout), notes };
    const bytes = await bytesOf(file, kMostText);
    const text = new TextDecoder().decode(bytes);
    const read = reading(text, () => core.call("read", { name: file.name }, bytes));
    return { read, text, notes: passport ? [...notes, `Not opened: ${passport.name} belongs to no tensor`] : notes };
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal({ ...error.fault, detail: withName(error.fault.detail, file.name) }, error.text);
    if (error instanceof DOMException) throw new Error(`${file.name}: it cannot be read (is it a folder?). Folders: intarsia build FOLDER`);
    throw error;
  }
}

function withName(detail: string, name: string): string {
  return detail.startsWith(`${name}: `) ? detail : `${name}: ${detail}`;
}

async function bytesOf(file: Blob, most: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, most).arrayBuffer());
}

function isTensor(core: Core, name: string, head: Uint8Array): boolean {
  try {
    return core.call("read", { name }, head).kind === "tensor";
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
