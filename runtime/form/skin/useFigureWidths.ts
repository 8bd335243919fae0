import { useMemo } from 'react';
import type { Values } from '../../core/rules/rule.ts';
import { useLang } from '../../kit/i18n/index.ts';
import type { TableColumn } from '../model/build.ts';
import { useDictionaries } from '../values/useDictionaries.ts';
import { valueText } from '../values/valueText.ts';

/** The head is written smaller than the figures below it. */
const DIGIT_CH = 1.25;
/** The frame of an input, with its arrows. */
const FRAME = 'var(--wd-space-10)';
const NO_ROWS: Values[] = [];

/** Returns how wide the columns of figures in a table have to be, so that each input shows its figure whole. */
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
