import { describe, expect, it } from 'vitest';
import {
  addSigner,
  advanceChain,
  type Chain,
  type ChainStep,
  cancelChain,
  chainWaiting,
  decideChain,
  delegateChain,
  expireChain,
  replaceChain,
  returnChain,
  returnSteps,
  stepsActive,
} from '../../../../../server/engine/approvals/chain.ts';
import { remindDue } from '../../../../../server/engine/approvals/deadlines.ts';
import { managersAbove, managersAt } from '../../../../../server/engine/states/people.ts';

const ANN = 1;
const BOB = 2;
const CEM = 3;
const DAN = 4;

interface Part {
  mode?: ChainStep['mode'];
  kind?: ChainStep['kind'];
  state?: ChainStep['state'];
  atLeast?: number;
  once?: boolean;
  users?: number[];
}

/** Begins steps 1, 2 … in the order of the plan. */
function begin(plan: Chain['plan'], ...parts: Part[]): Chain {
  return advanceChain({
    ...{ state: 'pending', plan },
    steps: parts.map(
      ({ mode = 'any', kind = 'approve', state = 'waiting', atLeast = null, once = false }, index) => ({
        ...{ no: index + 1, kind, mode, atLeast, once, state },
      }),
    ),
    assignees: parts.flatMap(({ users = [] }, index) =>
      users.map((userId, place) => ({ no: index + 1, userId, place, decision: null, forUserId: null })),
    ),
  });
}

/** Step 1 asks Ann and Bob, step 2 is not needed, step 3 asks Cem. */
const makeChain = (mode: ChainStep['mode']): Chain =>
  begin([1, 2, 3], { mode, users: [ANN, BOB] }, { state: 'skipped' }, { users: [CEM] });

const agree = (chain: Chain, ...users: number[]): Chain =>
  users.reduce((now, userId) => decideChain(now, userId, 'agreed')!, chain);
const statesOf = ({ steps }: Chain) => steps.map(({ state }) => state);
const active = (chain: Chain) => stepsActive(chain).map(({ no }) => no);

describe('people who are gone', () => {
  it('are not waited for if another person is asked, or has agreed', () => {
    expect(chainWaiting(replaceChain(makeChain('any'), 1, [ANN], [])!)).toEqual([BOB]);
    const agreed = decideChain(makeChain('all'), BOB, 'agreed')!;
    expect(chainWaiting(replaceChain(agreed, 1, [ANN], [])!)).toEqual([CEM]);
    expect(chainWaiting(replaceChain(agreed, 1, [ANN], [BOB, CEM])!)).toEqual([CEM]);
  });

  it('are not replaced by a person who delegated the decision, unless it was delegated to them', () => {
    const handed = delegateChain(makeChain('all'), ANN, CEM)!;
    expect(chainWaiting(replaceChain(handed, 1, [BOB], [ANN, BOB])!)).toEqual([CEM]);
    expect(chainWaiting(replaceChain(handed, 1, [CEM], [ANN, BOB])!)).toEqual([BOB]);
    expect(chainWaiting(replaceChain(handed, 1, [CEM], [ANN, BOB], [ANN])!)).toEqual([ANN, BOB]);
  });

  it('leave the decision to others, if there are any', () => {
    expect(replaceChain(makeChain('all'), 1, [ANN, BOB], [])).toBeNull();
    expect(replaceChain(makeChain('all'), 1, [ANN, BOB], [ANN])).toBeNull();
    const replaced = replaceChain(makeChain('all'), 1, [ANN, BOB], [CEM])!;
    expect(chainWaiting(replaced)).toEqual([CEM]);
    expect(decideChain(replaced, ANN, 'agreed')).toBeNull();
    expect(active(decideChain(replaced, CEM, 'agreed')!)).toEqual([3]);
  });
});

describe('a chain of approval', () => {
  it('asks the people of its first step', () => {
    expect(chainWaiting(makeChain('all'))).toEqual([ANN, BOB]);
  });

  it('waits for all in mode "all", then skips unnecessary steps', () => {
    const one = decideChain(makeChain('all'), ANN, 'agreed')!;
    expect(active(one)).toEqual([1]);
    expect(chainWaiting(one)).toEqual([BOB]);
    const two = decideChain(one, BOB, 'agreed')!;
    expect(active(two)).toEqual([3]);
    expect(chainWaiting(two)).toEqual([CEM]);
  });

  it('continues with the first agreement in mode "any", and ends as agreed after the last step', () => {
    const next = decideChain(makeChain('any'), BOB, 'agreed')!;
    expect(chainWaiting(next)).toEqual([CEM]);
    expect(decideChain(next, CEM, 'agreed')!.state).toBe('agreed');
  });

  it('ends with one rejection; later steps are canceled', () => {
    const ended = decideChain(makeChain('all'), BOB, 'rejected')!;
    expect(ended.state).toBe('rejected');
    expect(ended.steps.map(({ state }) => state)).toEqual(['rejected', 'skipped', 'canceled']);
    expect(chainWaiting(ended)).toEqual([]);
  });

  it('lets no person decide without being asked, twice, or after the end', () => {
    const begun = makeChain('all');
    expect(decideChain(begun, CEM, 'agreed')).toBeNull();
    expect(decideChain(decideChain(begun, ANN, 'agreed')!, ANN, 'agreed')).toBeNull();
    expect(decideChain(decideChain(begun, ANN, 'rejected')!, BOB, 'agreed')).toBeNull();
  });

  it('delegates a decision, and back, but not to a person who is asked or has answered', () => {
    const handed = delegateChain(makeChain('all'), ANN, CEM)!;
    // After a handover, the new user has the turn of the previous one.
    expect(chainWaiting(handed)).toEqual([CEM, BOB]);
    expect(handed.assignees.at(-1)).toMatchObject({ userId: CEM, forUserId: ANN });
    expect(chainWaiting(delegateChain(handed, CEM, ANN)!)).toEqual([ANN, BOB]);
    expect(delegateChain(handed, ANN, BOB)).toBeNull();
    expect(delegateChain(handed, BOB, CEM)).toBeNull();
    const answered = decideChain(handed, BOB, 'agreed')!;
    expect(delegateChain(answered, CEM, BOB)).toBeNull();
  });

  it('is decided by its time limit, and can be withdrawn only while pending', () => {
    expect(active(expireChain(makeChain('all'), 1, 'agree'))).toEqual([3]);
    const rejected = expireChain(makeChain('all'), 1, 'reject');
    expect(rejected.state).toBe('rejected');
    expect(cancelChain(makeChain('any')).state).toBe('canceled');
    expect(cancelChain(rejected)).toBe(rejected);
  });

  it('is agreed at once when no step is needed', () => {
    expect(begin([1], { state: 'skipped' }).state).toBe('agreed');
  });

  it('asks one after the other, in order', () => {
    const begun = begin([1], { mode: 'sequence', users: [CEM, ANN, BOB] });
    expect(chainWaiting(begun)).toEqual([CEM]);
    expect(decideChain(begun, ANN, 'agreed')).toBeNull();
    const next = agree(begun, CEM);
    expect(chainWaiting(next)).toEqual([ANN]);
    expect(chainWaiting(delegateChain(next, ANN, DAN)!)).toEqual([DAN]);
    expect(agree(next, ANN, BOB).state).toBe('agreed');
  });

  it('needs only some of several people, in any order, and all if there are fewer', () => {
    const begun = begin([1, 2], { mode: 'some', atLeast: 2, users: [ANN, BOB, CEM] }, { users: [DAN] });
    const one = agree(begun, CEM);
    expect(chainWaiting(one)).toEqual([ANN, BOB]);
    expect(chainWaiting(agree(one, ANN))).toEqual([DAN]);
    expect(decideChain(one, ANN, 'rejected')!.state).toBe('rejected');
    const fewer = begin([1], { mode: 'some', atLeast: 3, users: [ANN, BOB] });
    expect(agree(fewer, ANN).state).toBe('pending');
    expect(agree(fewer, ANN, BOB).state).toBe('agreed');
  });

  it('does not ask people again who have agreed, if the step says so', () => {
    const begun = begin(
      [1, 2, 3, 4],
      { users: [ANN] },
      { mode: 'all', once: true, users: [ANN, BOB] },
      { once: true, users: [BOB] },
      { users: [ANN] },
    );
    const next = agree(begun, ANN);
    expect(chainWaiting(next)).toEqual([BOB]);
    const last = agree(next, BOB);
    expect(statesOf(last)).toEqual(['agreed', 'agreed', 'agreed', 'active']);
    expect(chainWaiting(last)).toEqual([ANN]);
    expect(agree(last, ANN).state).toBe('agreed');
  });

  it('asks all of the step that it returns to, also those who agreed in another one', () => {
    const begun = begin([1, 2, 3], { users: [ANN] }, { once: true, users: [ANN] }, { users: [BOB] });
    const passed = agree(begun, ANN);
    expect(active(passed)).toEqual([3]);
    expect(chainWaiting(returnChain(passed, BOB, 2)!)).toEqual([ANN]);
  });

  it('skips copies and branches when their turn comes', () => {
    const begun = begin([1, 2, 3], { kind: 'branch' }, { users: [ANN] }, { kind: 'copy' });
    expect(statesOf(begun)).toEqual(['done', 'active', 'waiting']);
    expect(statesOf(agree(begun, ANN))).toEqual(['done', 'agreed', 'done']);
    expect(statesOf(decideChain(begun, ANN, 'rejected')!)).toEqual(['done', 'rejected', 'canceled']);
  });
});

describe('branches side by side', () => {
  const plan = (join: 'all' | 'first') => [{ join, branches: [[1, 2], [3]] }, 4];
  const people = [{ users: [ANN] }, { users: [BOB] }, { users: [CEM] }, { users: [DAN] }];

  it('are waited for if all must end', () => {
    const begun = begin(plan('all'), ...people);
    expect(active(begun)).toEqual([1, 3]);
    expect(chainWaiting(begun)).toEqual([ANN, CEM]);
    const one = agree(begun, CEM);
    expect(active(one)).toEqual([1]);
    expect(active(agree(one, ANN))).toEqual([2]);
    expect(active(agree(one, ANN, BOB))).toEqual([4]);
  });

  it('are ended if the first is enough, and keep their decisions', () => {
    const ended = agree(begin(plan('first'), ...people), CEM);
    expect(statesOf(ended)).toEqual(['canceled', 'canceled', 'agreed', 'active']);
    expect(chainWaiting(ended)).toEqual([DAN]);
  });

  it('end together after a rejection', () => {
    const ended = decideChain(begin(plan('all'), ...people), CEM, 'rejected')!;
    expect(ended.state).toBe('rejected');
    expect(statesOf(ended)).toEqual(['canceled', 'canceled', 'rejected', 'canceled']);
  });

  it('are decided together by a person who is asked in several', () => {
    const begun = begin(plan('all'), { users: [ANN] }, { users: [BOB] }, { users: [ANN] }, { users: [DAN] });
    expect(active(agree(begun, ANN))).toEqual([2]);
  });
});

describe('a return', () => {
  const plan = [1, { join: 'all' as const, branches: [[2], [3, 4]] }, 5];
  const people = [{ users: [ANN] }, { users: [BOB] }, { users: [CEM] }, { users: [DAN] }, { users: [ANN] }];

  it('leads to steps that were agreed before, and never to a parallel one', () => {
    const inside = agree(begin(plan, ...people), ANN, BOB, CEM);
    expect(returnSteps(inside, DAN)).toEqual([1, 3]);
    expect(returnSteps(inside, BOB)).toEqual([]);
    expect(returnChain(inside, DAN, 2)).toBeNull();
    const back = returnChain(inside, DAN, 3)!;
    expect(statesOf(back)).toEqual(['agreed', 'agreed', 'active', 'waiting', 'waiting']);
    expect(chainWaiting(back)).toEqual([CEM]);
  });

  it('asks all again who decided from there on', () => {
    const last = agree(begin(plan, ...people), ANN, BOB, CEM, DAN);
    const back = returnChain(last, ANN, 1)!;
    expect(statesOf(back)).toEqual(['active', 'waiting', 'waiting', 'waiting', 'waiting']);
    expect(agree(back, ANN, BOB, CEM, DAN, ANN).state).toBe('agreed');
  });
});

describe('an added signer', () => {
  it('decides first, and the person who added them decides afterwards', () => {
    const { chain, added } = addSigner(makeChain('any'), ANN, [DAN], 'before')!;
    expect(chain.plan).toEqual([added, 1, 2, 3]);
    expect(chainWaiting(chain)).toEqual([DAN]);
    expect(chainWaiting(agree(chain, DAN))).toEqual([ANN, BOB]);
  });

  it('decides afterwards, which counts as an agreement', () => {
    const { chain, added } = addSigner(makeChain('any'), ANN, [DAN, CEM], 'after')!;
    expect(active(chain)).toEqual([added]);
    expect(active(agree(chain, DAN, CEM))).toEqual([3]);
  });

  it('cannot be a person who is asked in the step, and is added only by one of them', () => {
    expect(addSigner(makeChain('all'), ANN, [BOB], 'after')).toBeNull();
    expect(addSigner(makeChain('all'), CEM, [DAN], 'after')).toBeNull();
  });
});

describe('a reminder', () => {
  const step = { dueAt: '2026-01-01T10:00:00.000Z', remindAt: null };
  const at = (time: string) => new Date(`2026-01-01T${time}:00.000Z`);

  it('is sent at the limit and once in every further period', () => {
    expect(remindDue(step, at('09:59'))).toBe(false);
    expect(remindDue(step, at('10:00'))).toBe(true);
    const reminded = { ...step, remindAt: '2026-01-01T12:00:00.000Z' };
    expect(remindDue(reminded, at('11:59'))).toBe(false);
    expect(remindDue(reminded, at('12:00'))).toBe(true);
  });
});

describe('the manager of a person', () => {
  const depts = new Map(
    [
      { id: 1, parentId: null, managerId: ANN },
      { id: 2, parentId: 1, managerId: BOB },
      { id: 3, parentId: 2, managerId: null },
      { id: 4, parentId: 4, managerId: null },
    ].map((dept) => [dept.id, dept]),
  );

  it('is the manager of the department, or of the parent department if missing or the person', () => {
    const nearest = (deptId: number, without: number[]) => managersAbove(depts, deptId, without)[0];
    expect(nearest(2, [CEM])).toBe(BOB);
    expect(nearest(3, [CEM])).toBe(BOB);
    expect(nearest(2, [BOB])).toBe(ANN);
    expect(nearest(1, [ANN])).toBeUndefined();
    expect(nearest(4, [ANN])).toBeUndefined();
  });

  it('of a level is counted from the nearest; the topmost one is used for missing levels', () => {
    const above = managersAbove(depts, 3, [CEM]);
    expect(above).toEqual([BOB, ANN]);
    expect([1, 2, 3].map((level) => managersAt(above, { level }))).toEqual([[BOB], [ANN], [ANN]]);
    expect(managersAt(above, { level: 3, upTo: true })).toEqual([BOB, ANN]);
  });
});
