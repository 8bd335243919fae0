/** The processes that wait for a lease, and the lease holder. Each event returns the next book and the actions. */

export interface Wish {
  name: string;
}

/** Requests are compared by identity, because a process may have several requests for the same name. */
export interface LeaseBook<W extends Wish> {
  /** In the order of arrival. */
  waiting: readonly W[];
  holding: readonly W[];
}

export type LeaseEvent<W extends Wish> =
  | { type: 'wished' | 'left' | 'released'; wish: W }
  /** The database granted these requested names. */
  | { type: 'answered'; taken: readonly string[] }
  /** The connection is lost, and with it all locks. */
  | { type: 'lost' }
  | { type: 'closed' };

export type LeaseEffect<W extends Wish> =
  /** `refuse`: the request ended without a lease. */
  { do: 'grant' | 'refuse' | 'lose'; wish: W } | { do: 'unlock'; name: string };

type LeaseStep<W extends Wish> = readonly [LeaseBook<W>, readonly LeaseEffect<W>[]];

export const isIdle = ({ waiting, holding }: LeaseBook<Wish>): boolean =>
  waiting.length === 0 && holding.length === 0;

/**
 * Returns the names to request from the database, each once. Held names are left out, because the database would grant
 * them again.
 */
export function listLeaseNames({ waiting, holding }: LeaseBook<Wish>): string[] {
  const heldNames = new Set(holding.map(({ name }) => name));
  return [...new Set(waiting.map(({ name }) => name))].filter((name) => !heldNames.has(name));
}

/** Grants the name to the first waiting request. The name is released if no request waits for it. */
function grantName<W extends Wish>(book: LeaseBook<W>, name: string): LeaseStep<W> {
  const wish = book.waiting.find((waiter) => waiter.name === name);
  if (!wish) return [book, [{ do: 'unlock', name }]];
  const waiting = book.waiting.filter((waiter) => waiter !== wish);
  return [{ waiting, holding: [...book.holding, wish] }, [{ do: 'grant', wish }]];
}

function grantNames<W extends Wish>(book: LeaseBook<W>, names: readonly string[]): LeaseStep<W> {
  return names.reduce<LeaseStep<W>>(
    ([now, effects], name) => {
      const [next, more] = grantName(now, name);
      return [next, [...effects, ...more]];
    },
    [book, []],
  );
}

const withEach = <W extends Wish>(does: 'refuse' | 'lose', wishes: readonly W[]): LeaseEffect<W>[] =>
  wishes.map((wish) => ({ do: does, wish }));

export function stepLeases<W extends Wish>(book: LeaseBook<W>, event: LeaseEvent<W>): LeaseStep<W> {
  const { waiting, holding } = book;
  switch (event.type) {
    case 'wished':
      return [{ ...book, waiting: [...waiting, event.wish] }, []];
    case 'left':
      if (!waiting.includes(event.wish)) return [book, []];
      return [
        { ...book, waiting: waiting.filter((waiter) => waiter !== event.wish) },
        withEach('refuse', [event.wish]),
      ];
    case 'answered':
      return grantNames(book, event.taken);
    case 'released':
      if (!holding.includes(event.wish)) return [book, []];
      return [
        { ...book, holding: holding.filter((granted) => granted !== event.wish) },
        [{ do: 'unlock', name: event.wish.name }],
      ];
    case 'lost':
      return [{ ...book, holding: [] }, withEach('lose', holding)];
    case 'closed':
      return [{ waiting: [], holding: [] }, [...withEach('refuse', waiting), ...withEach('lose', holding)]];
  }
}
