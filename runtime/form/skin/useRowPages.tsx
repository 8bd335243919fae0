import type { ErrorSchema } from '@rjsf/utils';
import { createContext, use, useCallback, useRef, useState } from 'react';
import type { Path } from '../../core/rules/fieldProblem.ts';
import { later } from '../../kit/overlay/later.tsx';
import { valueAt } from '../model/problems.ts';
import type { RowPagerProps } from './RowPager.tsx';

const RowPager = later<RowPagerProps>(() => import('./RowPager.tsx'));

/** The number of entries on a page. */
const PAGE = 50;
/** A list with fewer entries has a single page. */
const WHOLE = 100;

interface Attempt {
  /** A new object after each failed attempt to save. */
  attempt: unknown;
  /** The displayed errors of the form. */
  errors: ErrorSchema | undefined;
}

export const AttemptContext = createContext<Attempt>({ attempt: undefined, errors: undefined });

/** Opens the page of the entry at this index. A new entry is focused. */
export const OpenEntryContext = createContext<(index: number, isNew?: boolean) => void>(() => undefined);

const pageOf = (index: number): number => Math.floor(index / PAGE);

/** Returns the index of the first invalid entry in the list at this path. Undefined if all are valid. */
const findWrong = (errors: ErrorSchema | undefined, path: Path): number | undefined =>
  Object.keys(valueAt(errors, path) ?? {})
    .map(Number)
    .find((index) => Number.isInteger(index));

/** Returns the visible page of a long list. A failed attempt to save opens the page of the first invalid entry. */
export function useRowPages(total: number, path: Path) {
  const { attempt, errors } = use(AttemptContext);
  const [known, setKnown] = useState({ attempt, page: 0 });
  if (known.attempt !== attempt) {
    const wrong = findWrong(errors, path);
    setKnown({ attempt, page: wrong === undefined ? known.page : pageOf(wrong) });
  }
  /** The index of the entry being added. */
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
