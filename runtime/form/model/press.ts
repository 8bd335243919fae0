let pressed = false;

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (pressed = true), { capture: true, passive: true });
  for (const end of ['pointerup', 'pointercancel'])
    window.addEventListener(end, () => (pressed = false), { capture: true, passive: true });
}

/**
 * Runs at once, or after the current click. A field that loses the focus by a press on 'Save' may show an error. It
 * must not move the button away from the pointer.
 */
export function pressAfter(run: () => void): void {
  if (pressed) window.addEventListener('pointerup', () => setTimeout(run), { once: true });
  else run();
}
