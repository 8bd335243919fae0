import type { KeyboardEvent } from 'react';

const CELLS = 'td input:not([disabled], [type="hidden"]), td textarea:not([disabled])';

/** Moves to the next cell of a table by Enter, which never saves a half-filled form. Ctrl+Enter saves. */
export function enterCell(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event;
  // A control that opens or chooses by Enter has already handled it.
  if (event.defaultPrevented || event.altKey || event.shiftKey || !(target instanceof HTMLInputElement))
    return;
  event.preventDefault();
  if (event.ctrlKey || event.metaKey) {
    target.form?.requestSubmit();
    return;
  }
  const cells = [...(target.closest('tbody')?.querySelectorAll<HTMLInputElement>(CELLS) ?? [])];
  const next = cells[cells.indexOf(target) + 1];
  next?.focus();
  next?.select();
}
