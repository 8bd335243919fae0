import type { ErrorSchema } from '@rjsf/utils';
import { createContext, use, useCallback, useRef, useState } from 'react';
import type { Path } from '../../core/rules/fieldProblem.ts';
import { later } from '../../kit/overlay/later.tsx';
import { valueAt } from '../model/problems.ts';
import type { RowPagerProps } from './RowPager.tsx';

const RowPager = later<RowPagerProps>(() => import('./RowPager.tsx'));

/** The number of entries on a page. */
const PAGE = 50;
/** Up to this number of entries all are on one page. */
const WHOLE = 100;

interface Attempt {
  /** Changes with each attempt to save that the form or the server refuses. */
  attempt: unknown;
  /** The shown errors of the form. */
  errors: ErrorSchema | undefined;
}

export const AttemptContext = createContext<Attempt>({ attempt: undefined, errors: undefined });

/** Opens the page of the entry at this index. A new entry gets the focus. */
export const OpenEntryContext = createContext<(index: number, isNew?: boolean) => void>(() => undefined);

const pageOf = (index: number): number => Math.floor(index / PAGE);

/** Returns the index of the first wrong entry of the list at this path. */
const findWrong = (errors: ErrorSchema | undefined, path: Path): number | undefined =>
  Object.keys(valueAt(errors, path) ?? {})
    .map(Number)
    .find((index) => Number.isInteger(index));

/** Returns the shown part of a long list. A refused attempt to save opens the page of the first wrong entry. */
export function useRowPages(total: number, path: Path) {
  const { attempt, errors } = use(AttemptContext);
  const [known, setKnown] = useState({ attempt, page: 0 });
  if (known.attempt !== attempt) {
    const wrong = findWrong(errors, path);
    setKnown({ attempt, page: wrong === undefined ? known.page : pageOf(wrong) });
  }
  /** The index of the entry that the user is adding. */
  const added = useRef<number>(undefined);
  const open = useCallback((index: number, isNew = false) => {
    if (isNew) added.current = index;
    setKnown((now) => ({ ...now, page: pageOf(index) }));
  }, []);
  if (total <= WHOLE) return { from: 0, to: total, added, open, pager: null };
  const page = Math.min(known.page, pageOf(total - 1));
  const from = page * PAGE;
  return {
    from,
    to: Math.min(from + PAGE, total),
    added,
    open,
    pager: (
      <RowPager
        {...{ total, size: PAGE }}
        page={page + 1}
        onPage={(next) => setKnown({ attempt, page: next - 1 })}
      />
    ),
  };
}
