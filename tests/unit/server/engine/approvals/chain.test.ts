import { describe, expect, it } from 'vitest';
import {
  advanceChain,
  type Chain,
  cancelChain,
  chainWaiting,
  decideChain,
  delegateChain,
  expireChain,
  replaceChain,
  stepActive,
} from '../../../../../server/engine/approvals/chain.ts';
import { remindDue } from '../../../../../server/engine/approvals/deadlines.ts';
import type { StoredStep } from '../../../../../server/engine/approvals/store.ts';
import { managerAbove } from '../../../../../server/engine/states/people.ts';

const ANN = 1;
const BOB = 2;
const CEM = 3;

/** Step 1 asks Ann and Bob, step 2 is not needed, step 3 asks Cem. */
function makeChain(mode: 'all' | 'any'): Chain {
  return advanceChain({
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
    expect(chainWaiting(replaceChain(makeChain('any'), [ANN], [])!)).toEqual([BOB]);
    const agreed = decideChain(makeChain('all'), BOB, 'agreed')!;
    expect(chainWaiting(replaceChain(agreed, [ANN], [])!)).toEqual([CEM]);
    expect(chainWaiting(replaceChain(agreed, [ANN], [BOB, CEM])!)).toEqual([CEM]);
  });

  it('are not replaced by who handed the decision on, unless it was handed to them', () => {
    const handed = delegateChain(makeChain('all'), ANN, CEM)!;
    expect(chainWaiting(replaceChain(handed, [BOB], [ANN, BOB])!)).toEqual([CEM]);
    expect(chainWaiting(replaceChain(handed, [CEM], [ANN, BOB])!)).toEqual([BOB]);
    expect(chainWaiting(replaceChain(handed, [CEM], [ANN, BOB], [ANN])!)).toEqual([ANN, BOB]);
  });

  it('leave the decision to others, and never to nobody', () => {
    expect(replaceChain(makeChain('all'), [ANN, BOB], [])).toBeNull();
    expect(replaceChain(makeChain('all'), [ANN, BOB], [ANN])).toBeNull();
    const replaced = replaceChain(makeChain('all'), [ANN, BOB], [CEM])!;
    expect(chainWaiting(replaced)).toEqual([CEM]);
    expect(decideChain(replaced, ANN, 'agreed')).toBeNull();
    expect(stepActive(decideChain(replaced, CEM, 'agreed')!)?.no).toBe(3);
  });
});

describe('a chain of approval', () => {
  it('asks the people of its first step', () => {
    expect(chainWaiting(makeChain('all'))).toEqual([ANN, BOB]);
  });

  it('waits for all where all must agree, then skips what is not needed', () => {
    const one = decideChain(makeChain('all'), ANN, 'agreed')!;
    expect(stepActive(one)?.no).toBe(1);
    expect(chainWaiting(one)).toEqual([BOB]);
    const two = decideChain(one, BOB, 'agreed')!;
    expect(stepActive(two)?.no).toBe(3);
    expect(chainWaiting(two)).toEqual([CEM]);
  });

  it('moves on with the first agreement where any is enough, and ends agreed after the last step', () => {
    const next = decideChain(makeChain('any'), BOB, 'agreed')!;
    expect(chainWaiting(next)).toEqual([CEM]);
    expect(decideChain(next, CEM, 'agreed')!.state).toBe('agreed');
  });

  it('ends with one rejection; what was not reached is canceled', () => {
    const ended = decideChain(makeChain('all'), BOB, 'rejected')!;
    expect(ended.state).toBe('rejected');
    expect(ended.steps.map(({ state }) => state)).toEqual(['rejected', 'skipped', 'canceled']);
    expect(chainWaiting(ended)).toEqual([]);
  });

  it('lets nobody decide who is not asked, twice, or after the end', () => {
    const begun = makeChain('all');
    expect(decideChain(begun, CEM, 'agreed')).toBeNull();
    expect(decideChain(decideChain(begun, ANN, 'agreed')!, ANN, 'agreed')).toBeNull();
    expect(decideChain(decideChain(begun, ANN, 'rejected')!, BOB, 'agreed')).toBeNull();
  });

  it('hands a decision over, and back again, but not to somebody who is asked or has answered', () => {
    const handed = delegateChain(makeChain('all'), ANN, CEM)!;
    expect(chainWaiting(handed)).toEqual([BOB, CEM]);
    expect(chainWaiting(delegateChain(handed, CEM, ANN)!)).toEqual([ANN, BOB]);
    expect(delegateChain(handed, ANN, BOB)).toBeNull();
    expect(delegateChain(handed, BOB, CEM)).toBeNull();
    const answered = decideChain(handed, BOB, 'agreed')!;
    expect(delegateChain(answered, CEM, BOB)).toBeNull();
  });

  it('is decided by its time limit, and taken back while it is pending only', () => {
    expect(stepActive(expireChain(makeChain('all'), 'agree'))?.no).toBe(3);
    const rejected = expireChain(makeChain('all'), 'reject');
    expect(rejected.state).toBe('rejected');
    expect(cancelChain(makeChain('any')).state).toBe('canceled');
    expect(cancelChain(rejected)).toBe(rejected);
  });

  it('is agreed at once when no step is needed', () => {
    expect(
      advanceChain({ state: 'pending', steps: [{ no: 1, mode: 'any', state: 'skipped' }], assignees: [] })
        .state,
    ).toBe('agreed');
  });
});

describe('a reminder', () => {
  const step = { hours: 2, dueAt: '2026-01-01T10:00:00.000Z', remindedAt: null } as StoredStep;
  const at = (time: string) => new Date(`2026-01-01T${time}:00.000Z`);

  it('comes at the limit and once in every further period', () => {
    expect(remindDue(step, at('09:59'))).toBe(false);
    expect(remindDue(step, at('10:00'))).toBe(true);
    const reminded = { ...step, remindedAt: '2026-01-01T10:00:00.000Z' };
    expect(remindDue(reminded, at('11:59'))).toBe(false);
    expect(remindDue(reminded, at('12:00'))).toBe(true);
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
    expect(managerAbove(depts, 2, [CEM])).toBe(BOB);
    expect(managerAbove(depts, 3, [CEM])).toBe(BOB);
    expect(managerAbove(depts, 2, [BOB])).toBe(ANN);
    expect(managerAbove(depts, 1, [ANN])).toBeNull();
    expect(managerAbove(depts, 4, [ANN])).toBeNull();
  });
});
