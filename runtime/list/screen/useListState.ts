import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { type ListState, readState, writeState } from '../../record/query/query.ts';

const RECORD = 'record';

type SetParams = (change: (now: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) => void;

/** The address of a list that is within another page is kept to itself. */
function useListParams(isWithin: boolean): [URLSearchParams, SetParams] {
  const [address, setAddress] = useSearchParams();
  const [ownParams, setOwnParams] = useState(() => new URLSearchParams());
  return isWithin ? [ownParams, setOwnParams] : [address, setAddress];
}

/** The list's state in the address: a reload, a bookmark and the way back show the same rows. */
export function useListState(entity: EntityDefinition, isWithin = false) {
  const [params, setParams] = useListParams(isWithin);
  const state = useMemo(() => readState(entity, params), [entity, params]);
  const open = Number(params.get(RECORD)) || null;

  /** Changes the state; anything but a page turn leads to the first page. */
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
  /** The same without a step back in the browser's history. */
  const replace = useCallback((part: Partial<ListState>) => change(part, { replace: true }), [change]);
  return { state, told: params.size > 0, change, replace, open, openRecord };
}
