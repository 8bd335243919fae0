import { useCallback, useMemo } from 'react';
import { useDictionaries } from '../../form/values/useDictionaries.ts';
import { useSameRecord } from '../../kit/browser/useSameRecord.ts';
import { useLang } from '../../kit/i18n/index.ts';
import type { ListLayout } from './columnLayout.ts';
import { figureNeeds, findFigures, type ListFigures } from './figureColumns.ts';

interface Shown extends Pick<ListFigures, 'entity' | 'records' | 'sums'> {
  layout: ListLayout;
}

/** Returns the required widths of number columns, and the currency in each header. */
export function useFigures({ entity, records, layout, sums }: Shown) {
  const lang = useLang();
  const dictionaries = useDictionaries();
  const figures = useMemo(
    () => findFigures(layout.shown, { entity, records, sums, dictionaries, lang }),
    [layout.shown, entity, records, sums, dictionaries, lang],
  );
  const needs = useSameRecord(useMemo(() => figureNeeds(figures), [figures]));
  const units = useSameRecord(
    useMemo(() => Object.fromEntries([...figures].map(([name, { unit }]) => [name, unit])), [figures]),
  );
  const unitOf = useCallback((name: string) => units[name], [units]);
  const isHeaded = useCallback((name: string) => units[name] !== undefined, [units]);
  return { needs, unitOf, isHeaded };
}
