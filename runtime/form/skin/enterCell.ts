import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';

const CELLS = 'td input:not([disabled], [type="hidden"]), td textarea:not([disabled])';

/**
 * Enter moves to the next cell of a table and does not save the form. Ctrl+Enter saves. After the last cell of a page
 * `turn` opens the next page.
 */
export function enterCell(event: KeyboardEvent<HTMLElement>, turn?: () => void): void {
  const { target } = event;
  // A control that uses Enter itself has already handled it.
  if (event.defaultPrevented || event.altKey || event.shiftKey || !(target instanceof HTMLInputElement))
    return;
  event.preventDefault();
  if (event.ctrlKey || event.metaKey) {
    target.form?.requestSubmit();
    return;
  }
  const body = target.closest('tbody');
  const cells = [...(body?.querySelectorAll<HTMLInputElement>(CELLS) ?? [])];
  let next: HTMLInputElement | null | undefined = cells[cells.indexOf(target) + 1];
  if (!next && turn) {
    flushSync(turn);
    next = body?.querySelector<HTMLInputElement>(CELLS);
  }
  next?.focus();
  next?.select();
}
