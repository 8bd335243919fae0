import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import type { ListSelection, SelectedRecords } from '../../record/query/query.ts';

const NONE: ReadonlySet<number> = new Set();

/**
 * Returns the selected rows and the functions that select: single rows, all of the page, or all matches of
 * the filter.
 */
export function useSelection(records: readonly ListRecord[], query: ListSelection, total: number) {
  const [ids, setIds] = useState<ReadonlySet<number>>(NONE);
  const [all, setAll] = useState(false);
  const [picking, setPicking] = useState(false);
  const last = useRef<number | null>(null);
  const latest = useRef(records);
  latest.current = records;
  const drop = useCallback(() => {
    setIds(NONE);
    setAll(false);
    last.current = null;
  }, []);
  // A changed filter clears the selection, because the selected rows may no longer be visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every change of the filter
  useEffect(drop, [drop, query.filter, query.search]);
  const pick = useCallback(() => setPicking(true), []);
  const clear = useCallback(() => {
    drop();
    setPicking(false);
  }, [drop]);

  /** With Shift, selects all rows from the previously selected one. */
  const toggle = useCallback((record: ListRecord, selected: boolean, stretch: boolean) => {
    const rows = latest.current;
    const index = rows.findIndex(({ id }) => id === record.id);
    const from = stretch ? rows.findIndex(({ id }) => id === last.current) : -1;
    const picked = from < 0 ? [record] : rows.slice(Math.min(from, index), Math.max(from, index) + 1);
    last.current = record.id;
    setAll(false);
    setIds((now) => {
      const next = new Set(now);
      for (const { id } of picked) {
        if (selected) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }, []);
  const page = useCallback((selected: boolean) => {
    setAll(false);
    setIds(selected ? new Set(latest.current.map(({ id }) => id)) : NONE);
  }, []);

  return useMemo(() => {
    const whole = records.length > 0 && (all || records.every(({ id }) => ids.has(id)));
    return {
      count: all ? total : ids.size,
      all,
      whole,
      /** True while no selectable row is visible. */
      isEmpty: records.length === 0,
      /** True while a tap selects a card instead of opening it. */
      picking,
      pick,
      has: (id: number) => all || ids.has(id),
      toggle: all
        ? (record: ListRecord, selected: boolean) => {
            // Deselecting a row ends "select all". The other visible rows remain selected.
            setAll(false);
            setIds(new Set(records.map(({ id }) => id).filter((id) => id !== record.id || selected)));
          }
        : toggle,
      page,
      selectAll: () => setAll(true),
      clear,
      request: (all ? { ...query } : { ids: [...ids] }) as SelectedRecords,
    };
  }, [records, all, ids, total, picking, pick, toggle, page, clear, query]);
}

export type Selection = ReturnType<typeof useSelection>;
