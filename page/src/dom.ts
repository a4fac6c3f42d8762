// Elements: made, filled and named. Texts go in as texts, never as markup.

export type Child = Node | string | false | null | undefined;
type Value = string | number | boolean | null | undefined | ((event: any) => void);
export type Attributes = Record<string, Value>;

const SVG = "http://www.w3.org/2000/svg";

function fill<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

function present(children: Child[]): (Node | string)[] {
  return children.filter((c): c is Node | string => c !== false && c !== null && c !== undefined);
}

// An element of HTML. Functions among the attributes listen: h("button", { click: go }, "Go").
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

// An element of a picture.
export function s<K extends keyof SVGElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

// Children made anew; whoever uses the keyboard stays at the control of the same name.
export function put(parent: Element, ...children: Child[]): void {
  const focused = document.activeElement as HTMLElement | null;
  const isInside = focused !== null && focused !== parent && parent.contains(focused);
  const place = isInside ? sameNamed(parent, focused).indexOf(focused) : -1;
  parent.replaceChildren(...present(children));
  if (isInside) sameNamed(parent, focused)[place]?.focus({ preventScroll: true });
}

function sameNamed(parent: Element, control: HTMLElement): HTMLElement[] {
  const nameOf = (e: HTMLElement) => [e.id, e.getAttribute("aria-label") ?? e.getAttribute("name") ?? e.textContent].join();
  const wanted = nameOf(control);
  return [...parent.querySelectorAll<HTMLElement>(control.tagName)].filter((e) => nameOf(e) === wanted);
}

export function button(text: string, click: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", click, ...attributes }, text);
}

export interface Choice {
  value: string;
  text: string;
}

// A list to choose from, with its name before it.
export function select(label: string, choices: Choice[], value: string, change: (value: string) => void,
  attributes: Attributes = {}): HTMLLabelElement {
  const list: HTMLSelectElement = h("select", { change: () => change(list.value), ...attributes },
    ...choices.map((c) => h("option", { value: c.value, selected: c.value === value }, c.text)));
  return h("label", { class: "field" }, h("span", {}, label), list);
}

export function choicesOf(values: readonly string[]): Choice[] {
  return values.map((value) => ({ value, text: value }));
}

// Long texts may be broken after their dots.
export function breakable(name: string): Child[] {
  return name.split(/(?<=\.)/).flatMap((part, i) => (i === 0 ? [part] : [h("wbr"), part]));
}

// What screen readers are told: one place for the whole page.
// It stands there before the first announcement: of one that comes with it nothing would be heard.
export const live = h("div", { class: "unseen", role: "status", "aria-live": "polite" });

export function announce(text: string): void {
  live.textContent = text;
}

export function download(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = h("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// A button that copies a text and says so.
export function copyButton(text: () => string, label = "Copy"): HTMLButtonElement {
  const made = button(label, async () => {
    made.textContent = (await copied(text())) ? "Copied" : "Select and copy it by hand";
    announce(made.textContent);
    setTimeout(() => (made.textContent = label), 1500);
  });
  return made;
}

// Frames and files have no clipboard everywhere: then by the way of old.
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h("textarea", { class: "unseen", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
