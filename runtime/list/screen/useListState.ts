import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { type ListState, readState, writeState } from '../../record/query/query.ts';

const RECORD = 'record';

type SetParams = (change: (now: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) => void;

/** Stores the parameters of a list within another page in state instead of the address. */
function useListParams(isWithin: boolean, start: string): [URLSearchParams, SetParams] {
  const [address, setAddress] = useSearchParams();
  const [ownParams, setOwnParams] = useState(() => new URLSearchParams(start));
  return isWithin ? [ownParams, setOwnParams] : [address, setAddress];
}

/** Stores the list's state in the address, so that reload, bookmarks and the back button show the same rows. */
export function useListState(entity: EntityDefinition, isWithin = false, start = '') {
  const [params, setParams] = useListParams(isWithin, start);
  const state = useMemo(() => readState(entity, params), [entity, params]);
  const open = Number(params.get(RECORD)) || null;

  /** Changes the state. Any change except that of the page goes to the first page. */
  const change = useCallback(
    (part: Partial<ListState>, options?: { replace?: boolean }) =>
      setParams((now) => writeState(entity, { ...readState(entity, now), current: 1, ...part }), options),
    [entity, setParams],
  );
  const openRecord = useCallback(
    (id: number | null) =>
      setParams((now) => {
        const next = new URLSearchParams(now);
        if (id === null) next.delete(RECORD);
        else next.set(RECORD, String(id));
        return next;
      }),
    [setParams],
  );
  /** Changes the state without a new entry in the browser's history. */
  const replace = useCallback((part: Partial<ListState>) => change(part, { replace: true }), [change]);
  return { state, told: params.size > 0, change, replace, open, openRecord };
}
