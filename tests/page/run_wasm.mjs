// Runs a test program that was compiled as WebAssembly:
//
//   node run_wasm.mjs program.wasm ARGUMENTS...
//
// It is given its arguments, a clock and two streams to write to; no files, no environment. A trap ends
// this process with its stack. (Node's own module for such programs crashes once their memory has grown.)

import { readFileSync, writeSync } from "node:fs";

const kSuccess = 0;
const kBadFile = 8;
const kCharacters = 2; // a stream's kind

const [program, ...rest] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(program));
const strings = [program, ...rest].map((text) => Buffer.from(`${text}\0`, "utf8"));

class Exit {
  constructor(code) {
    this.code = code;
  }
}

let memory;
// Made anew for every use: the memory may have grown.
const view = () => new DataView(memory.buffer);
const bytes = (at, size) => new Uint8Array(memory.buffer, at, size);

function set_sizes(count, size, strings) {
  view().setUint32(count, strings.length, true);
  view().setUint32(size, Buffer.concat(strings).length, true);
  return kSuccess;
}

const host = {
  args_sizes_get: (count, size) => set_sizes(count, size, strings),
  args_get(pointers, at) {
    strings.forEach((text, i) => {
      view().setUint32(pointers + 4 * i, at, true);
      bytes(at, text.length).set(text);
      at += text.length;
    });
    return kSuccess;
  },
  environ_sizes_get: (count, size) => set_sizes(count, size, []),
  environ_get: () => kSuccess,
  clock_time_get(_clock, _precision, at) {
    view().setBigUint64(at, process.hrtime.bigint(), true);
    return kSuccess;
  },
  fd_fdstat_get(file, at) {
    if (file > 2) return kBadFile;
    bytes(at, 24).fill(0);
    view().setUint8(at, kCharacters);
    return kSuccess;
  },
  fd_write(file, parts, count, written) {
    if (file !== 1 && file !== 2) return kBadFile;
    let total = 0;
    for (let i = 0; i < count; ++i) {
      const part = bytes(view().getUint32(parts + 8 * i, true), view().getUint32(parts + 8 * i + 4, true));
      for (let done = 0; done < part.length; ) done += writeSync(file, part, done);
      total += part.length;
    }
    view().setUint32(written, total, true);
    return kSuccess;
  },
  proc_exit(code) {
    throw new Exit(code);
  },
};

// What else the C library mentions is about files.
const kModule = "wasi_snapshot_preview1";
const imports = { [kModule]: host };
for (const { name } of WebAssembly.Module.imports(module)) host[name] ??= () => kBadFile;

const { exports } = new WebAssembly.Instance(module, imports);
memory = exports.memory;
try {
  exports._start();
} catch (error) {
  if (!(error instanceof Exit)) throw error;
  process.exitCode = error.code;
}
