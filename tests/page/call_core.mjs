// Answers calls of the functions of the page by the WebAssembly core, as page_native does natively:
//
//   node call_core.mjs core.wasm < calls > answers      (page/core/native.cc says what a line is)

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
if (WebAssembly.Module.imports(module).length !== 0) throw new Error("the core imports something");
const { exports } = new WebAssembly.Instance(module, {});
exports._initialize();

// Made anew for every use: the memory may have grown.
const view = (at, size) => new Uint8Array(exports.memory.buffer, at, size);

function call(number, bytes, json) {
  const text = Buffer.from(json, "utf8");
  const at = exports.page_input(text.length + bytes.length);
  view(at, text.length + bytes.length).set(Buffer.concat([text, bytes]));
  const failed = exports.page_call(number, text.length);
  const answer = Buffer.from(view(exports.page_text(), exports.page_text_size())).toString("utf8");
  const arrays = Buffer.from(view(exports.page_bytes(), exports.page_bytes_size()));
  return `${failed} ${arrays.length === 0 ? "-" : arrays.toString("hex")} ${answer}`;
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const [, number, hex, json] = /^(\d+) (\S+) (.*)$/s.exec(line);
  const bytes = hex === "-" ? Buffer.alloc(0) : Buffer.from(hex, "hex");
  process.stdout.write(`${call(Number(number), bytes, json)}\n`);
}
