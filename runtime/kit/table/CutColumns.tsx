import { useLayoutEffect, useRef } from 'react';
import { cutRules, isInPart, type Sight } from './cutMark.ts';

/** The heading of a column, with its index and its place in the table in pixels. */
export interface Placed extends Sight {
  index: number;
  /** Returns whether its cells hold a figure and no other words. It reads them, so only a cut column is asked. */
  isBare(): boolean;
}

/** Maximum number of letters beside a figure, as its currency or unit. */
const UNIT_LETTERS = 4;
/** Number of first rows that show what a column contains. */
const SAMPLE_ROWS = 20;

const isFigure = (text: string): boolean =>
  /\d/.test(text) && (text.match(/\p{L}/gu) ?? []).length <= UNIT_LETTERS;

/** Returns the style sheet that hides the figures of partly visible columns. */
export function cutColumnsSheet(scope: string, columns: readonly Placed[], sight: Sight): string {
  return columns
    .filter((column) => isInPart(column, sight))
    .map(({ index, from, isBare }) => {
      const cell = `.${scope}>:is(tbody,tfoot)>tr>:nth-child(${index + 1})`;
      return isBare() ? cutRules(cell, from >= sight.from) : `${cell} .wd-figures{visibility:hidden}`;
    })
    .join('\n');
}

/**
 * Measures the columns and their visible stretch. The stretch begins after a first column that stays during scrolling.
 */
function measure(frame: HTMLElement, table: HTMLTableElement): { columns: Placed[]; sight: Sight } {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
  const rows = [...(table.tBodies[0]?.rows ?? [])].slice(0, SAMPLE_ROWS);
  const [first] = heads;
  const pinned = first && getComputedStyle(first).insetInlineStart === '0px' ? first.offsetWidth : 0;
  // A head that stays while rows are scrolled has no offset from its table, so that both are measured in the window.
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

/**
 * Hides partly visible figures in a table that is too wide, also while it is scrolled. It is inside the frame of the
 * table, because the frame's own reference is set after this effect.
 */
export function CutColumns({ scope }: { scope: string }) {
  const sheet = useRef<HTMLStyleElement>(null);
  useLayoutEffect(() => {
    const element = sheet.current?.parentElement;
    const table = element?.querySelector('table');
    if (!element || !table) return;
    const write = () => {
      const isWide = element.scrollWidth > element.clientWidth + 1;
      const { columns, sight } = isWide
        ? measure(element, table)
        : { columns: [], sight: { from: 0, to: 0 } };
      const text = cutColumnsSheet(scope, columns, sight);
      if (sheet.current && sheet.current.textContent !== text) sheet.current.textContent = text;
    };
    write();
    const observer = new ResizeObserver(write);
    observer.observe(element);
    observer.observe(table);
    element.addEventListener('scroll', write, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', write);
    };
  }, [scope]);
  return <style ref={sheet} />;
}
