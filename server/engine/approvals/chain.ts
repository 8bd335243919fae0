/**
 * Leads a request through its steps. It is pure, so that every rule can be read and tested without a database. Each
 * function answers the chain after the event and changes nothing.
 */
export type Decision = 'agreed' | 'rejected';
export type StepState = 'waiting' | 'active' | Decision | 'skipped' | 'canceled';

export interface ChainStep {
  no: number;
  /** Says whether all of its people must agree, or any of them. */
  mode: 'all' | 'any';
  state: StepState;
}

export interface ChainAssignee {
  no: number;
  userId: number;
  decision: Decision | 'delegated' | 'absent' | null;
}

export interface Chain {
  state: 'pending' | Decision | 'canceled';
  steps: readonly ChainStep[];
  assignees: readonly ChainAssignee[];
}

export function stepActive({ steps }: Pick<Chain, 'steps'>): ChainStep | undefined {
  return steps.find(({ state }) => state === 'active');
}

/** Returns who is asked in the current step and has not answered. */
export function chainWaiting(chain: Chain): number[] {
  const step = chain.state === 'pending' ? stepActive(chain) : undefined;
  return chain.assignees
    .filter(({ no, decision }) => no === step?.no && decision === null)
    .map(({ userId }) => userId);
}

function setStep(chain: Chain, no: number, state: StepState): Chain {
  return { ...chain, steps: chain.steps.map((step) => (step.no === no ? { ...step, state } : step)) };
}

function setDecision(chain: Chain, no: number, userId: number, decision: ChainAssignee['decision']): Chain {
  const assignee = { no, userId, decision };
  const isAssigned = chain.assignees.some((other) => other.no === no && other.userId === userId);
  return {
    ...chain,
    assignees: isAssigned
      ? chain.assignees.map((other) => (other.no === no && other.userId === userId ? assignee : other))
      : [...chain.assignees, assignee],
  };
}

/** The next step that is to be taken begins; without one the request is agreed. */
export function advanceChain(chain: Chain): Chain {
  const next = chain.steps.find(({ state }) => state === 'waiting');
  return next ? setStep(chain, next.no, 'active') : { ...chain, state: 'agreed' };
}

/** The request ends before its end: what is not done is not done any more. */
function endChain(chain: Chain, state: 'rejected' | 'canceled'): Chain {
  const steps = chain.steps.map((step): ChainStep => {
    if (step.state === 'active') return { ...step, state };
    return step.state === 'waiting' ? { ...step, state: 'canceled' } : step;
  });
  return { ...chain, state, steps };
}

function agreeStep(chain: Chain, no: number): Chain {
  return advanceChain(setStep(chain, no, 'agreed'));
}

/** Somebody who is asked decides; null when they are not. One rejection is enough, and so is one agreement of `any`. */
export function decideChain(chain: Chain, userId: number, decision: Decision): Chain | null {
  const step = stepActive(chain);
  if (!step || !chainWaiting(chain).includes(userId)) return null;
  const decided = setDecision(chain, step.no, userId, decision);
  if (decision === 'rejected') return endChain(decided, 'rejected');
  const complete = step.mode === 'any' || chainWaiting(decided).length === 0;
  return complete ? agreeStep(decided, step.no) : decided;
}

/** Hands the decision to somebody who is not asked already; null where that is not possible. */
export function delegateChain(chain: Chain, from: number, to: number): Chain | null {
  const step = stepActive(chain);
  const waiting = chainWaiting(chain);
  if (!step || !waiting.includes(from) || waiting.includes(to)) return null;
  const answered = chain.assignees.some(
    ({ no, userId, decision }) =>
      no === step.no && userId === to && (decision === 'agreed' || decision === 'rejected'),
  );
  if (answered) return null;
  return setDecision(setDecision(chain, step.no, from, 'delegated'), step.no, to, null);
}

/**
 * People of the current step who are gone are not waited for; `instead` are asked from now on, but for those who have
 * decided or handed their decision to others. Who handed it to somebody who is gone (`again`) may be asked once more.
 * Null where nobody would be left to decide.
 */
export function replaceChain(
  chain: Chain,
  gone: readonly number[],
  instead: readonly number[],
  again: readonly number[] = [],
): Chain | null {
  const step = stepActive(chain);
  if (!step || chain.state !== 'pending') return null;
  const decided = chain.assignees.filter(({ no, decision }) => no === step.no && decision === 'agreed');
  const done = chain.assignees
    .filter(
      ({ no, userId, decision }) => no === step.no && decision === 'delegated' && !again.includes(userId),
    )
    .concat(decided)
    .map(({ userId }) => userId);
  const fresh = instead.filter((id) => !gone.includes(id) && !done.includes(id));
  const left = gone.reduce((now, id) => setDecision(now, step.no, id, 'absent'), chain);
  const requested = fresh.reduce((now, id) => setDecision(now, step.no, id, null), left);
  if (chainWaiting(requested).length > 0) return requested;
  return decided.length > 0 ? agreeStep(requested, step.no) : null;
}

/** The time of the current step is over, and the definition decides in the place of its people. */
export function expireChain(chain: Chain, how: 'agree' | 'reject'): Chain {
  const step = stepActive(chain);
  if (!step || chain.state !== 'pending') return chain;
  return how === 'reject' ? endChain(chain, 'rejected') : agreeStep(chain, step.no);
}

export function cancelChain(chain: Chain): Chain {
  return chain.state === 'pending' ? endChain(chain, 'canceled') : chain;
}
