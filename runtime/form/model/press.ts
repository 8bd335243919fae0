let pressed = false;

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (pressed = true), { capture: true, passive: true });
  for (const end of ['pointerup', 'pointercancel'])
    window.addEventListener(end, () => (pressed = false), { capture: true, passive: true });
}

/**
 * Runs now, or after the current click. A press on 'Save' moves the focus, and an error at the left field may move the
 * button. The click must still reach the button.
 */
export function pressAfter(run: () => void): void {
  if (pressed) window.addEventListener('pointerup', () => setTimeout(run), { once: true });
  else run();
}
