/** Steps that a transaction does last, just before its commit: locks that others wait for are taken late and held shortly. */
type Step = () => Promise<void>;

/** In this order, so that all transactions take their last locks alike. */
export const ENDINGS = [
  'singles',
  'rollups',
  'moves',
  'across',
  'kept',
  'numbers',
  'events',
  'audit',
  'request',
] as const;
type Ending = (typeof ENDINGS)[number];

const waiting = new WeakMap<object, Map<Ending, Step[]>>();

/** Runs a step before the transaction is committed, and not at all where it is undone. */
export function beforeCommit(trx: object, ending: Ending, step: Step): void {
  const steps = waiting.get(trx) ?? new Map<Ending, Step[]>();
  waiting.set(trx, steps);
  steps.set(ending, [...(steps.get(ending) ?? []), step]);
}

/**
 * Does what is to be done last, with what that leads to; the platform calls it before each commit. A step sees what
 * the endings before it made of all that was written, also by the last step of its own kind.
 */
export async function runEndings(trx: object): Promise<void> {
  const steps = waiting.get(trx);
  for (;;) {
    const next = ENDINGS.find((ending) => steps?.has(ending));
    if (!steps || !next) return;
    const [step, ...others] = steps.get(next) ?? [];
    if (others.length > 0) steps.set(next, others);
    else steps.delete(next);
    await step?.();
  }
}
