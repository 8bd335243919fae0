import { useMemo } from 'react';
import type { Values } from '../../core/rules/rule.ts';
import { useLang } from '../../kit/i18n/index.ts';
import type { TableColumn } from '../model/heading.ts';
import { useDictionaries } from '../values/useDictionaries.ts';
import { valueText } from '../values/valueText.ts';

/** Width of a digit, relative to the smaller font of the heading. */
const DIGIT_CH = 1.25;
/** Width of an input's border, padding and arrows. */
const FRAME = 'var(--wd-space-10)';
const NO_ROWS: Values[] = [];

/** Returns the required widths of number columns in a table, so that inputs show complete numbers. */
export function useFigureWidths(
  columns: readonly TableColumn[] | undefined,
  rows: readonly Values[] = NO_ROWS,
): ReadonlyMap<string, string> {
  const lang = useLang();
  const dictionaries = useDictionaries();
  return useMemo(() => {
    const widths = new Map<string, string>();
    for (const { name, figure } of columns ?? []) {
      if (!figure) continue;
      const letters = rows.map((row) => valueText(figure, row?.[name], dictionaries, lang).length);
      widths.set(name, `calc(${Math.max(...letters, 0) * DIGIT_CH}ch + ${FRAME})`);
    }
    return widths;
  }, [columns, rows, dictionaries, lang]);
}
