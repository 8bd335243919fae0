import { describe, expect, it } from 'vitest';
import {
  type Chain,
  chain_advance,
  chain_cancel,
  chain_decide,
  chain_delegate,
  chain_expire,
  chain_replace,
  chain_waiting,
  step_active,
} from '../../../server/approvals/chain.ts';
import { remind_due } from '../../../server/approvals/late.ts';
import type { StoredStep } from '../../../server/approvals/store.ts';
import { manager_above } from '../../../server/states/people.ts';

const ANN = 1;
const BOB = 2;
const CEM = 3;

/** Step 1 asks Ann and Bob, step 2 is not needed, step 3 asks Cem. */
function chain_make(mode: 'all' | 'any'): Chain {
  return chain_advance({
    state: 'pending',
    steps: [
      { no: 1, mode, state: 'waiting' },
      { no: 2, mode: 'any', state: 'skipped' },
      { no: 3, mode: 'any', state: 'waiting' },
    ],
    assignees: [
      { no: 1, userId: ANN, decision: null },
      { no: 1, userId: BOB, decision: null },
      { no: 3, userId: CEM, decision: null },
    ],
  });
}

describe('people who are gone', () => {
  it('are not waited for where somebody else is asked, or has agreed', () => {
    expect(chain_waiting(chain_replace(chain_make('any'), [ANN], [])!)).toEqual([BOB]);
    const agreed = chain_decide(chain_make('all'), BOB, 'agreed')!;
    expect(chain_waiting(chain_replace(agreed, [ANN], [])!)).toEqual([CEM]);
    expect(chain_waiting(chain_replace(agreed, [ANN], [BOB, CEM])!)).toEqual([CEM]);
  });

  it('are not replaced by who handed the decision on, unless it was handed to them', () => {
    const handed = chain_delegate(chain_make('all'), ANN, CEM)!;
    expect(chain_waiting(chain_replace(handed, [BOB], [ANN, BOB])!)).toEqual([CEM]);
    expect(chain_waiting(chain_replace(handed, [CEM], [ANN, BOB])!)).toEqual([BOB]);
    expect(chain_waiting(chain_replace(handed, [CEM], [ANN, BOB], [ANN])!)).toEqual([ANN, BOB]);
  });

  it('leave the decision to others, and never to nobody', () => {
    expect(chain_replace(chain_make('all'), [ANN, BOB], [])).toBeNull();
    expect(chain_replace(chain_make('all'), [ANN, BOB], [ANN])).toBeNull();
    const replaced = chain_replace(chain_make('all'), [ANN, BOB], [CEM])!;
    expect(chain_waiting(replaced)).toEqual([CEM]);
    expect(chain_decide(replaced, ANN, 'agreed')).toBeNull();
    expect(step_active(chain_decide(replaced, CEM, 'agreed')!)?.no).toBe(3);
  });
});

describe('a chain of approval', () => {
  it('asks the people of its first step', () => {
    expect(chain_waiting(chain_make('all'))).toEqual([ANN, BOB]);
  });

  it('waits for all where all must agree, then skips what is not needed', () => {
    const one = chain_decide(chain_make('all'), ANN, 'agreed')!;
    expect(step_active(one)?.no).toBe(1);
    expect(chain_waiting(one)).toEqual([BOB]);
    const two = chain_decide(one, BOB, 'agreed')!;
    expect(step_active(two)?.no).toBe(3);
    expect(chain_waiting(two)).toEqual([CEM]);
  });

  it('moves on with the first agreement where any is enough, and ends agreed after the last step', () => {
    const next = chain_decide(chain_make('any'), BOB, 'agreed')!;
    expect(chain_waiting(next)).toEqual([CEM]);
    expect(chain_decide(next, CEM, 'agreed')!.state).toBe('agreed');
  });

  it('ends with one rejection; what was not reached is canceled', () => {
    const ended = chain_decide(chain_make('all'), BOB, 'rejected')!;
    expect(ended.state).toBe('rejected');
    expect(ended.steps.map(({ state }) => state)).toEqual(['rejected', 'skipped', 'canceled']);
    expect(chain_waiting(ended)).toEqual([]);
  });

  it('lets nobody decide who is not asked, twice, or after the end', () => {
    const begun = chain_make('all');
    expect(chain_decide(begun, CEM, 'agreed')).toBeNull();
    expect(chain_decide(chain_decide(begun, ANN, 'agreed')!, ANN, 'agreed')).toBeNull();
    expect(chain_decide(chain_decide(begun, ANN, 'rejected')!, BOB, 'agreed')).toBeNull();
  });

  it('hands a decision over, and back again, but not to somebody who is asked or has answered', () => {
    const handed = chain_delegate(chain_make('all'), ANN, CEM)!;
    expect(chain_waiting(handed)).toEqual([BOB, CEM]);
    expect(chain_waiting(chain_delegate(handed, CEM, ANN)!)).toEqual([ANN, BOB]);
    expect(chain_delegate(handed, ANN, BOB)).toBeNull();
    expect(chain_delegate(handed, BOB, CEM)).toBeNull();
    const answered = chain_decide(handed, BOB, 'agreed')!;
    expect(chain_delegate(answered, CEM, BOB)).toBeNull();
  });

  it('is decided by its time limit, and taken back while it is pending only', () => {
    expect(step_active(chain_expire(chain_make('all'), 'agree'))?.no).toBe(3);
    const rejected = chain_expire(chain_make('all'), 'reject');
    expect(rejected.state).toBe('rejected');
    expect(chain_cancel(chain_make('any')).state).toBe('canceled');
    expect(chain_cancel(rejected)).toBe(rejected);
  });

  it('is agreed at once when no step is needed', () => {
    expect(
      chain_advance({ state: 'pending', steps: [{ no: 1, mode: 'any', state: 'skipped' }], assignees: [] })
        .state,
    ).toBe('agreed');
  });
});

describe('a reminder', () => {
  const step = { hours: 2, dueAt: '2026-01-01T10:00:00.000Z', remindedAt: null } as StoredStep;
  const at = (time: string) => new Date(`2026-01-01T${time}:00.000Z`);

  it('comes at the limit and once in every further period', () => {
    expect(remind_due(step, at('09:59'))).toBe(false);
    expect(remind_due(step, at('10:00'))).toBe(true);
    const reminded = { ...step, remindedAt: '2026-01-01T10:00:00.000Z' };
    expect(remind_due(reminded, at('11:59'))).toBe(false);
    expect(remind_due(reminded, at('12:00'))).toBe(true);
  });
});

describe('the manager of somebody', () => {
  const depts = new Map(
    [
      { id: 1, parentId: null, managerId: ANN },
      { id: 2, parentId: 1, managerId: BOB },
      { id: 3, parentId: 2, managerId: null },
      { id: 4, parentId: 4, managerId: null },
    ].map((dept) => [dept.id, dept]),
  );

  it('is that of the department, or of the one above when there is none or it is the person', () => {
    expect(manager_above(depts, 2, [CEM])).toBe(BOB);
    expect(manager_above(depts, 3, [CEM])).toBe(BOB);
    expect(manager_above(depts, 2, [BOB])).toBe(ANN);
    expect(manager_above(depts, 1, [ANN])).toBeNull();
    expect(manager_above(depts, 4, [ANN])).toBeNull();
  });
});
