/**
 * Moves a request through its steps. Pure, so that the rules can be tested without a database. Each function returns
 * the new chain and does not change its input.
 */
import { insertStep, type Plan, planOrder, stepsAfter } from './plan.ts';

export type Decision = 'agreed' | 'rejected';
export type StepState = 'waiting' | 'active' | Decision | 'done' | 'skipped' | 'canceled';

export interface ChainStep {
  no: number;
  /** Only the kind `approve` waits for users. A copy is sent, and a branch is recorded, as soon as its turn comes. */
  kind: 'approve' | 'copy' | 'branch';
  /** Defines which approvers must agree: all at once, all in sequence, any one, or some of them. */
  mode: 'all' | 'any' | 'some' | 'sequence';
  /** With `some`, the number that must agree. All if there are fewer. */
  atLeast: number | null;
  /** Approvers who agreed in another step are not asked again. */
  once: boolean;
  state: StepState;
}

export interface ChainAssignee {
  no: number;
  userId: number;
  /** The position in the sequence of a step. */
  place: number;
  decision: Decision | 'delegated' | 'absent' | null;
  /** The user on whose behalf the approver decides. Null for their own decision. */
  forUserId: number | null;
}

export interface Chain {
  state: 'pending' | Decision | 'canceled';
  plan: Plan;
  steps: readonly ChainStep[];
  assignees: readonly ChainAssignee[];
}

const stepOf = ({ steps }: Pick<Chain, 'steps'>, no: number) => steps.find((step) => step.no === no);

/** Lists the steps that wait for users, in their order. */
export function stepsActive({ plan, steps }: Pick<Chain, 'plan' | 'steps'>): ChainStep[] {
  return planOrder(plan).flatMap((no) => steps.filter((step) => step.no === no && step.state === 'active'));
}

/** Returns the approvers of a step who have not decided. In a sequence, returns only the next approver. */
export function waitingIn(chain: Chain, no: number): number[] {
  const step = stepOf(chain, no);
  if (chain.state !== 'pending' || step?.state !== 'active') return [];
  const open = chain.assignees
    .filter((assignee) => assignee.no === no && assignee.decision === null)
    .toSorted((a, b) => a.place - b.place)
    .map(({ userId }) => userId);
  return step.mode === 'sequence' ? open.slice(0, 1) : open;
}

/** Returns all pending approvers without duplicates. */
export function chainWaiting(chain: Chain): number[] {
  return [...new Set(stepsActive(chain).flatMap(({ no }) => waitingIn(chain, no)))];
}

/** Returns the steps for which a user is a pending approver. */
export const stepsOf = (chain: Chain, userId: number): ChainStep[] =>
  stepsActive(chain).filter(({ no }) => waitingIn(chain, no).includes(userId));

function setStep(chain: Chain, no: number, state: StepState): Chain {
  return { ...chain, steps: chain.steps.map((step) => (step.no === no ? { ...step, state } : step)) };
}

function setDecision(
  chain: Chain,
  no: number,
  userId: number,
  decision: ChainAssignee['decision'],
  details: Partial<Pick<ChainAssignee, 'place' | 'forUserId'>> = {},
): Chain {
  const isIt = (other: ChainAssignee) => other.no === no && other.userId === userId;
  return {
    ...chain,
    assignees: chain.assignees.some(isIt)
      ? chain.assignees.map((other) => (isIt(other) ? { ...other, ...details, decision } : other))
      : [...chain.assignees, { no, userId, place: 0, forUserId: null, ...details, decision }],
  };
}

/** Starts all steps that can start now. Returns whether this part of the plan is complete. */
function runPlan(plan: Plan, steps: Map<number, ChainStep>): boolean {
  return plan.every((item) => {
    if (typeof item === 'number') return runStep(item, steps);
    const ended = item.branches.map((branch) => runPlan(branch, steps));
    if (item.join === 'all') return ended.every(Boolean);
    if (!ended.includes(true)) return false;
    for (const no of planOrder([item])) {
      const step = steps.get(no)!;
      if (step.state === 'active' || step.state === 'waiting') steps.set(no, { ...step, state: 'canceled' });
    }
    return true;
  });
}

function runStep(no: number, steps: Map<number, ChainStep>): boolean {
  const step = steps.get(no);
  if (!step || step.state === 'active') return !step;
  if (step.state !== 'waiting') return true;
  steps.set(no, { ...step, state: step.kind === 'approve' ? 'active' : 'done' });
  return step.kind !== 'approve';
}

/** Returns whether no further approval is needed in a step. */
function isComplete(chain: Chain, no: number): boolean {
  const step = stepOf(chain, no);
  const agreed = chain.assignees.filter((one) => one.no === no && one.decision === 'agreed').length;
  const enough = step?.mode === 'any' ? 1 : step?.mode === 'some' ? (step.atLeast ?? Infinity) : Infinity;
  return agreed >= enough || waitingIn(chain, no).length === 0;
}

/** Lists the approvers of a step who already agreed in another step of the request. */
function agreedBefore({ assignees }: Chain, no: number): number[] {
  const before = new Set(
    assignees.filter((one) => one.no !== no && one.decision === 'agreed').map(({ userId }) => userId),
  );
  return assignees
    .filter((one) => one.no === no && one.decision === null && before.has(one.userId))
    .map(({ userId }) => userId);
}

/** Starts every step whose turn it is. Approves the request when all steps are complete. */
export function advanceChain(chain: Chain): Chain {
  if (chain.state !== 'pending') return chain;
  const steps = new Map(chain.steps.map((step) => [step.no, step]));
  const isOver = runPlan(chain.plan, steps);
  const begun: Chain = { ...chain, steps: [...steps.values()], state: isOver ? 'agreed' : 'pending' };
  const again = begun.steps.filter(
    ({ no, once, state }) =>
      once &&
      state === 'active' &&
      stepOf(chain, no)?.state === 'waiting' &&
      agreedBefore(begun, no).length > 0,
  );
  if (again.length === 0) return begun;
  const decided = again.reduce(
    (now, { no }) =>
      agreedBefore(begun, no).reduce((then, userId) => setDecision(then, no, userId, 'agreed'), now),
    begun,
  );
  return agreeSteps(
    decided,
    again.map(({ no }) => no).filter((no) => isComplete(decided, no)),
  );
}

/** Ends the request early. Open steps are cancelled. */
function endChain(chain: Chain, state: 'rejected' | 'canceled', by: readonly number[]): Chain {
  const steps = chain.steps.map((step): ChainStep => {
    if (step.state === 'active') return { ...step, state: by.includes(step.no) ? state : 'canceled' };
    return step.state === 'waiting' ? { ...step, state: 'canceled' } : step;
  });
  return { ...chain, state, steps };
}

const agreeSteps = (chain: Chain, nos: readonly number[]): Chain =>
  advanceChain(nos.reduce((now, no) => setStep(now, no, 'agreed'), chain));

/**
 * Records the decision of an approver in all their pending steps. Null if no step is pending. In any mode a single
 * rejection is enough.
 */
export function decideChain(chain: Chain, userId: number, decision: Decision): Chain | null {
  const mine = stepsOf(chain, userId).map(({ no }) => no);
  if (mine.length === 0) return null;
  const decided = mine.reduce((now, no) => setDecision(now, no, userId, decision), chain);
  if (decision === 'rejected') return endChain(decided, 'rejected', mine);
  return agreeSteps(
    decided,
    mine.filter((no) => isComplete(decided, no)),
  );
}

const assigneeOf = ({ assignees }: Chain, no: number, userId: number): ChainAssignee | undefined =>
  assignees.find((assignee) => assignee.no === no && assignee.userId === userId);

const placeOf = (chain: Chain, no: number, userId: number): number =>
  assigneeOf(chain, no, userId)?.place ?? 0;

/** Returns the id of the user on whose behalf a replacement decides. Null if it is their own decision. */
function behalfOf(chain: Chain, no: number, from: number, to: number): number | null {
  const origin = assigneeOf(chain, no, from)?.forUserId ?? from;
  return origin === to ? null : origin;
}

const isAnswered = ({ assignees }: Chain, no: number, userId: number): boolean =>
  assignees.some(
    (one) =>
      one.no === no && one.userId === userId && (one.decision === 'agreed' || one.decision === 'rejected'),
  );

const isOpen = ({ assignees }: Chain, no: number, userId: number): boolean =>
  assignees.some((one) => one.no === no && one.userId === userId && one.decision === null);

/** Delegates the decision to a user who is not yet an approver. Null if that is not possible. */
export function delegateChain(chain: Chain, from: number, to: number): Chain | null {
  const mine = stepsOf(chain, from).map(({ no }) => no);
  if (mine.length === 0 || mine.some((no) => isOpen(chain, no, to) || isAnswered(chain, no, to))) return null;
  return mine.reduce((now, no) => handStep(now, no, from, to)!, chain);
}

/** Passes one step on to another user. Null if that user is already asked in this step, or has decided. */
export function handStep(chain: Chain, no: number, from: number, to: number): Chain | null {
  if (isOpen(chain, no, to) || isAnswered(chain, no, to)) return null;
  const details = { place: placeOf(chain, no, from), forUserId: behalfOf(chain, no, from, to) };
  return setDecision(setDecision(chain, no, from, 'delegated'), no, to, null, details);
}

/**
 * Removes users who have left from a step, and asks the users in `instead`. Users who already decided or delegated are
 * not asked again. An exception are users in `again`, who delegated to a removed user. Null if no approver would be
 * left.
 */
export function replaceChain(
  chain: Chain,
  no: number,
  gone: readonly number[],
  instead: readonly number[],
  again: readonly number[] = [],
): Chain | null {
  if (chain.state !== 'pending' || stepOf(chain, no)?.state !== 'active') return null;
  const those = chain.assignees.filter((assignee) => assignee.no === no);
  const decided = those.filter(({ decision }) => decision === 'agreed');
  const handed = those.filter(({ userId, decision }) => decision === 'delegated' && !again.includes(userId));
  const done = [...decided, ...handed].map(({ userId }) => userId);
  const fresh = instead.filter((id) => !gone.includes(id) && !done.includes(id));
  const place = Math.min(...gone.map((id) => placeOf(chain, no, id)));
  const left = gone.reduce((now, id) => setDecision(now, no, id, 'absent'), chain);
  const requested = fresh.reduce((now, id) => setDecision(now, no, id, null, { place }), left);
  if (waitingIn(requested, no).length > 0) return requested;
  return decided.length > 0 ? agreeSteps(requested, [no]) : null;
}

/** Ends a step at its time limit with the decision that the flow defines. */
export function expireChain(chain: Chain, no: number, how: 'agree' | 'reject'): Chain {
  if (chain.state !== 'pending' || stepOf(chain, no)?.state !== 'active') return chain;
  return how === 'reject' ? endChain(chain, 'rejected', [no]) : agreeSteps(chain, [no]);
}

export function cancelChain(chain: Chain): Chain {
  return chain.state === 'pending'
    ? endChain(
        chain,
        'canceled',
        stepsActive(chain).map(({ no }) => no),
      )
    : chain;
}

/** Lists the steps to which an approver may return the request: earlier steps that were approved. */
export function returnSteps(chain: Chain, userId: number): number[] {
  const mine = stepsOf(chain, userId).map(({ no }) => no);
  return planOrder(chain.plan).filter((no) => {
    const step = stepOf(chain, no);
    const after = stepsAfter(chain.plan, no);
    return step?.kind === 'approve' && step.state === 'agreed' && mine.some((one) => after.includes(one));
  });
}

/**
 * Restarts an earlier step. The decisions of this step and all later ones are discarded. Null if that is not possible.
 */
export function returnChain(chain: Chain, userId: number, to: number): Chain | null {
  if (!returnSteps(chain, userId).includes(to)) return null;
  const open = [to, ...stepsAfter(chain.plan, to)];
  const isOpened = ({ no }: { no: number }) => open.includes(no);
  return advanceChain({
    ...chain,
    steps: chain.steps.map((step) =>
      isOpened(step) && step.kind === 'approve' && step.state !== 'skipped'
        ? // An approver who is asked again answers again, else nothing would be returned to them.
          { ...step, state: 'waiting', once: step.once && step.no !== to }
        : step,
    ),
    assignees: chain.assignees.map((one) =>
      isOpened(one) && (one.decision === 'agreed' || one.decision === 'rejected')
        ? { ...one, decision: null }
        : one,
    ),
  });
}

/**
 * Adds approvers at an approver's request. Either they decide before this approver, who is asked again afterwards, or
 * after the approver agrees. Returns the number of the new step. Null if the approver is not pending, or an added user
 * is already an approver there.
 */
export function addSigner(
  chain: Chain,
  userId: number,
  signers: readonly number[],
  place: 'before' | 'after',
): { chain: Chain; at: number; added: number } | null {
  const at = stepsOf(chain, userId)[0]?.no;
  if (at === undefined || signers.length === 0) return null;
  if (signers.some((id) => id === userId || isOpen(chain, at, id) || isAnswered(chain, at, id))) return null;
  const added = Math.max(...chain.steps.map(({ no }) => no)) + 1;
  const step: ChainStep = {
    ...{ no: added, kind: 'approve', mode: 'all', state: 'waiting' },
    ...{ atLeast: null, once: false },
  };
  const more: Chain = {
    ...chain,
    plan: insertStep(chain.plan, at, added, place),
    steps: [...chain.steps, step],
    assignees: [
      ...chain.assignees,
      ...signers.map((id, index) => ({
        ...{ no: added, userId: id, place: index },
        decision: null,
        forUserId: null,
      })),
    ],
  };
  const next =
    place === 'before' ? advanceChain(setStep(more, at, 'waiting')) : decideChain(more, userId, 'agreed');
  return next && { chain: next, at, added };
}
