// Where the script begins: the core is unpacked, and the page opens at what its address says.

import { Core, fromBase64, Refusal } from "./core";
import { h, live, put } from "./dom";
import { Page } from "./page";

// What the tool or the Python package wrote into the file.
function written(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="intarsia-${name}"]`)?.content ?? "";
}

async function start(): Promise<void> {
  if (!("DecompressionStream" in window && "WebAssembly" in window)) return; // the sentence stays
  document.body.append(live);
  const page = new Page(await Core.unpack(document.querySelector("#core")!.textContent!));
  page.show();
  const open = () => page.open(location.hash.length > 1 ? location.hash : written("state"));
  await open();
  window.addEventListener("popstate", () => void open());
  const tensor = written("tensor");
  // Another address than the file came with shows something else.
  if (tensor && location.hash.length <= 1) await page.openBytes(fromBase64(tensor), written("passport"));
}

start().catch((error) => {
  const why = error instanceof Refusal ? error.fault.detail : String(error);
  put(document.querySelector("#page")!, h("h1", {}, "Intarsia"), h("p", {}, `The page could not start: ${why}`));
});
