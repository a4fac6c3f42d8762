// The keyboard is never nowhere: where the control that had it is gone, it goes to the board.

let last: HTMLElement | null = null; // what the keyboard had

export function keepFocus(fallback: () => SVGElement): void {
  document.addEventListener("focusin", ({ target }) => {
    last = target instanceof HTMLElement && target.matches(":focus-visible") ? target : null;
  });
  const look = () => setTimeout(() => {
    const isGone = last !== null && last.getClientRects().length === 0;
    if (isGone && document.activeElement === document.body) fallback().focus({ preventScroll: true });
  });
  for (const type of ["click", "change", "keyup"]) document.addEventListener(type, look);
}
