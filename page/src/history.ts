// The address follows the state: entries of the browser's history, and links to what is shown.

import { fromAddress, Opened, State, toAddress } from "./state";

const kSettled = 100; // milliseconds without a step: browsers write few addresses a second

export class History {
  private address = "";
  private opened = 0; // addresses that were opened: what was to be remembered before one is too late
  private queue = Promise.resolve(); // long addresses are packed in their own time
  private stepped: string | null = null; // the address of a step that is not written yet
  private timer = 0;

  constructor() {
    window.addEventListener("pagehide", () => this.writeStep());
  }

  // Steps replace the entry of the history, everything else adds one.
  remember(state: State, how: "step" | "new"): void {
    this.follow(state, (address) => (how === "step" ? this.step(address) : this.add(address)));
  }

  // One more entry for what no address can say.
  addSame(): void {
    this.add(this.address);
  }

  // The entry of the state is there: its address was opened.
  stand(state: State): void {
    this.follow(state, () => undefined);
  }

  // What an address says; null if another was opened meanwhile.
  async open(address: string): Promise<Opened | null> {
    const opened = ++this.opened;
    this.stepped = null; // it was of the entry that was left
    const found = await fromAddress(address);
    return opened === this.opened ? found : null;
  }

  // Where the file lies, with the state. A frame has no address that could be sent.
  link(): string {
    return `${location.protocol === "about:" ? "" : location.href.split("#")[0]}#${this.address}`;
  }

  private follow(state: State, go: (address: string) => void): void {
    const { opened } = this;
    this.queue = this.queue.then(async () => {
      const address = await toAddress(state);
      if (opened !== this.opened || address === this.address) return;
      this.address = address;
      go(address);
    });
  }

  private step(address: string): void {
    this.stepped = address;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.writeStep(), kSettled);
  }

  private writeStep(): void {
    if (this.stepped !== null) write("replaceState", this.stepped);
    this.stepped = null;
  }

  private add(address: string): void {
    this.writeStep();
    write("pushState", address);
  }
}

function write(how: "replaceState" | "pushState", address: string): void {
  try {
    history[how](null, "", `#${address}`);
  } catch {
    // A frame without an address of its own; the links still have it.
  }
}
