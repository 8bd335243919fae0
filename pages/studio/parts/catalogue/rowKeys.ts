import type { KeyboardEvent } from 'react';

/**
 * Moves the focus from row to row with the arrow keys, from the search to the first row and back. Left and right fold
 * and open the group of a row.
 */
export function moveInRows(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button[data-row]')];
  const focused = event.target as HTMLElement;
  const at = rows.indexOf(focused as HTMLButtonElement);
  if (at < 0 && event.key !== 'ArrowDown') return;
  const search = event.currentTarget.querySelector('input');
  const expanded = focused.getAttribute('aria-expanded');
  const heading = () => rows.slice(0, at).findLast((row) => row.hasAttribute('aria-expanded'));
  switch (event.key) {
    case 'ArrowDown':
      rows[at + 1]?.focus();
      break;
    case 'ArrowUp':
      (rows[at - 1] ?? search)?.focus();
      break;
    case 'ArrowRight':
      if (expanded === 'false') focused.click();
      else rows[at + 1]?.focus();
      break;
    case 'ArrowLeft':
      if (expanded === 'true') focused.click();
      else heading()?.focus();
      break;
    default:
      return;
  }
  event.preventDefault();
}
