import { useCallback } from 'react';
import { cutRules, isInPart, type Sight } from './cutMark.ts';
import { useCutSheet } from './useCutSheet.ts';

/** A column header with its index and its position in the table, in pixels. */
export interface Placed extends Sight {
  index: number;
  /**
   * Returns whether the cells contain numbers only. Called for partly visible columns only, because it reads the cells.
   */
  isBare(): boolean;
}

/** Maximum number of letters beside a number, such as its currency or unit. */
const UNIT_LETTERS = 4;
/** Number of rows that are read to determine the content of a column. */
const SAMPLE_ROWS = 20;

const isFigure = (text: string): boolean =>
  /\d/.test(text) && (text.match(/\p{L}/gu) ?? []).length <= UNIT_LETTERS;

/** Returns a style sheet that hides the numbers in partly visible columns. */
export function cutColumnsSheet(scope: string, columns: readonly Placed[], sight: Sight): string {
  return columns
    .filter((column) => isInPart(column, sight))
    .map(({ index, from, isBare }) => {
      const cell = `.${scope}>:is(tbody,tfoot)>tr>:nth-child(${index + 1})`;
      return isBare() ? cutRules(cell, from >= sight.from) : `${cell} .wd-figures{visibility:hidden}`;
    })
    .join('\n');
}

/** Measures the columns and the visible area. The visible area excludes a sticky first column. */
function measure(frame: HTMLElement, table: HTMLTableElement): { columns: Placed[]; sight: Sight } {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
  const rows = [...(table.tBodies[0]?.rows ?? [])].slice(0, SAMPLE_ROWS);
  const [first] = heads;
  const pinned = first && getComputedStyle(first).insetInlineStart === '0px' ? first.offsetWidth : 0;
  // A sticky header has no offset from its table, so both are measured relative to the window.
  const { left: start } = table.getBoundingClientRect();
  const columns = heads.map((head, index): Placed => {
    const { left, right } = head.getBoundingClientRect();
    const isBare = () => {
      const texts = rows
        .map(({ cells }) => cells[index]?.textContent ?? '')
        .filter((text) => /\d/.test(text));
      return texts.length > 0 && texts.every(isFigure);
    };
    return { index, isBare, from: left - start, to: right - start };
  });
  const from = frame.scrollLeft + pinned;
  return {
    columns: pinned > 0 ? columns.slice(1) : columns,
    sight: { from, to: frame.scrollLeft + frame.clientWidth },
  };
}

/** Returns the table's frame, which contains the style element. */
const frameOf = (sheet: HTMLElement): HTMLElement | null => sheet.parentElement;

/** Hides numbers in partly visible columns of a scrolling table. The component is inside the table's frame. */
export function CutColumns({ scope }: { scope: string }) {
  const rulesOf = useCallback(
    (frame: HTMLElement) => {
      const table = frame.querySelector('table');
      if (!table || frame.scrollWidth <= frame.clientWidth + 1) return '';
      const { columns, sight } = measure(frame, table);
      return cutColumnsSheet(scope, columns, sight);
    },
    [scope],
  );
  return <style ref={useCutSheet(frameOf, rulesOf)} />;
}
