import { describe, expect, it } from 'vitest';
import {
  isIdle,
  type LeaseBook,
  type LeaseEvent,
  listLeaseNames,
  stepLeases,
  type Wish,
} from '../../../../../server/platform/db/lease/leaseBook.ts';

const EMPTY: LeaseBook<Wish> = { waiting: [], holding: [] };
const first = { name: 'alarms' };
const second = { name: 'alarms' };
const other = { name: 'jobs' };

const course = (...events: LeaseEvent<Wish>[]): LeaseBook<Wish> =>
  events.reduce((book, event) => stepLeases(book, event)[0], EMPTY);
const wished = (wish: Wish): LeaseEvent<Wish> => ({ type: 'wished', wish });
const answered = (...taken: string[]): LeaseEvent<Wish> => ({ type: 'answered', taken });
const all = course(wished(first), wished(second), wished(other));

describe('the book of the leases', () => {
  it('requests each name once, and no held names', () => {
    expect(listLeaseNames(all)).toEqual(['alarms', 'jobs']);
    expect(listLeaseNames(stepLeases(all, answered('alarms'))[0])).toEqual(['jobs']);
  });

  it('assigns a name to the longest waiting caller only', () => {
    const [book, effects] = stepLeases(all, answered('alarms', 'jobs'));
    expect(effects.map((effect) => effect.do === 'grant' && effect.wish)).toEqual([first, other]);
    expect(effects[0]).toHaveProperty('wish', first);
    expect(book.waiting[0]).toBe(second);
    expect(book.holding[0]).toBe(first);
  });

  it('releases immediately a lease that no caller waits for', () => {
    const book = course(wished(other), { type: 'left', wish: other });
    expect(stepLeases(book, answered('jobs'))).toEqual([EMPTY, [{ do: 'unlock', name: 'jobs' }]]);
  });

  it('releases held leases, once', () => {
    const book = course(wished(first), answered('alarms'));
    const [free, effects] = stepLeases(book, { type: 'released', wish: first });
    expect(effects).toEqual([{ do: 'unlock', name: 'alarms' }]);
    expect(isIdle(free)).toBe(true);
    expect(stepLeases(free, { type: 'released', wish: first })[1]).toEqual([]);
  });

  it('unlocks nothing for a holder whose lease was lost and taken by another', () => {
    const book = course(
      wished(first),
      answered('alarms'),
      { type: 'lost' },
      wished(second),
      answered('alarms'),
    );
    expect(stepLeases(book, { type: 'released', wish: first })).toEqual([book, []]);
  });

  it('continues to wait when the connection is lost, and stops when it is closed', () => {
    const book = stepLeases(all, answered('jobs'))[0];
    const [broken, lost] = stepLeases(book, { type: 'lost' });
    expect(lost).toEqual([{ do: 'lose', wish: other }]);
    expect(broken.waiting).toEqual([first, second]);
    const [closed, effects] = stepLeases(book, { type: 'closed' });
    expect(effects.map((effect) => effect.do)).toEqual(['refuse', 'refuse', 'lose']);
    expect(isIdle(closed)).toBe(true);
  });

  it('does not refuse a caller that already has the lease', () => {
    const book = course(wished(first), answered('alarms'));
    expect(stepLeases(book, { type: 'left', wish: first })).toEqual([book, []]);
  });
});
