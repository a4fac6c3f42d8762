// The core: unpacked, called by the names of its functions, made anew after a trap.

import type { ArrayPlace, Fault, FunctionRow } from "./answers";
import type { Calls } from "./generated/types";

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  page_input(size: number): number;
  page_call(index: number, json_size: number): number;
  page_text(): number;
  page_text_size(): number;
  page_bytes(): number;
  page_bytes_size(): number;
}

// What the core refuses, with the byte in question; of which text it is one, if that is known.
export class Refusal extends Error {
  constructor(readonly fault: Fault, readonly text?: string) {
    super(fault.detail);
  }
}

// Does something with a text: what the core refuses is said of it.
export function reading<T>(text: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(error.fault, text) : error;
  }
}

// The core broke off: a fault of ours. `input` is what led there.
export class Trap extends Error {
  constructor(readonly input: string, cause: unknown) {
    super(`the core broke off: ${String(cause)}`);
  }
}

// An answer and the data in which its arrays lie.
export type Answer<N extends keyof Calls> = Calls[N]["gives"] & { data: ArrayBuffer };

export function floats(data: ArrayBuffer, place: ArrayPlace): Float32Array {
  return new Float32Array(data, place.at, place.length);
}
export function words(data: ArrayBuffer, place: ArrayPlace): Uint16Array {
  return new Uint16Array(data, place.at, place.length);
}
export function octets(data: ArrayBuffer, place: ArrayPlace): Uint8Array {
  return new Uint8Array(data, place.at, place.length);
}

export class Core {
  private exports: Exports;
  private numbers = new Map<string, number>([["functions", 0]]);
  readonly version: string;

  private constructor(private readonly module: WebAssembly.Module) {
    this.exports = this.instance();
    const { version, functions } = this.call("functions", {});
    functions.forEach((f: FunctionRow, i: number) => this.numbers.set(f.name, i));
    this.version = version;
  }

  // From base64 of gzip, as page/build.py packs it.
  static async unpack(text: string): Promise<Core> {
    return new Core(await WebAssembly.compile(await inflated(fromBase64(text.trim()), "gzip")));
  }

  // Throws a Refusal where the core answers with an error.
  call<N extends keyof Calls>(name: N, takes: Calls[N]["takes"], bytes: Uint8Array = new Uint8Array()): Answer<N> {
    const json = JSON.stringify(takes);
    let failed: number, text: string, arrays: ArrayBuffer;
    try {
      failed = this.run(name, new TextEncoder().encode(json), bytes);
      // Views are made anew for every use: the memory may have grown.
      text = new TextDecoder().decode(this.view(this.exports.page_text(), this.exports.page_text_size()));
      arrays = this.view(this.exports.page_bytes(), this.exports.page_bytes_size()).slice().buffer;
    } catch (cause) {
      this.exports = this.instance();
      throw new Trap(`${name} ${json}`, cause);
    }
    const answer = JSON.parse(text);
    if (failed) throw new Refusal(answer.error);
    return Object.assign(answer, { data: arrays });
  }

  private run(name: string, json: Uint8Array, bytes: Uint8Array): number {
    const at = this.exports.page_input(json.length + bytes.length);
    const input = this.view(at, json.length + bytes.length);
    input.set(json);
    input.set(bytes, json.length);
    return this.exports.page_call(this.numbers.get(name)!, json.length);
  }

  private view(at: number, size: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, at, size);
  }

  private instance(): Exports {
    const made = new WebAssembly.Instance(this.module, {}).exports as unknown as Exports;
    made._initialize();
    return made;
  }
}

declare class DecompressionStream {
  constructor(format: string);
  readable: ReadableStream<Uint8Array>;
  writable: WritableStream<Uint8Array>;
}
declare class CompressionStream extends DecompressionStream {}

export function fromBase64(text: string): Uint8Array {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

// Unpacked bytes, at most `most` of them: what comes from outside may claim any size.
export async function inflated(bytes: Uint8Array, format: string, most = Infinity): Promise<Uint8Array> {
  return collected(bytes, new DecompressionStream(format), most);
}

export async function deflated(bytes: Uint8Array): Promise<Uint8Array> {
  return collected(bytes, new CompressionStream("deflate-raw"), Infinity);
}

async function collected(bytes: Uint8Array, through: DecompressionStream, most: number): Promise<Uint8Array> {
  const writer = through.writable.getWriter();
  // Damage is told by the reader; here it would be told a second time.
  writer.write(bytes).then(() => writer.close()).catch(() => undefined);
  const parts: Uint8Array[] = [];
  let size = 0;
  for (const reader = through.readable.getReader();;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    if ((size += value.length) > most) throw new RangeError(`more than ${most} bytes`);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
