let pressed = false;

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (pressed = true), { capture: true, passive: true });
  for (const end of ['pointerup', 'pointercancel'])
    window.addEventListener(end, () => (pressed = false), { capture: true, passive: true });
}

/**
 * Runs at once, or after the click that is under way: an error that appears when a field is left by a press on
 * 'Save' must not move the button away from under the pointer.
 */
export function pressAfter(run: () => void): void {
  if (pressed) window.addEventListener('pointerup', () => setTimeout(run), { once: true });
  else run();
}
