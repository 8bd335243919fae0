/** Steps that a transaction runs just before its commit. Locks that others wait for are taken late and kept briefly. */
type Step = () => Promise<void>;

/** In this order, so that all transactions take their last locks in the same order. */
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

/** Runs a step before the transaction is committed. It does not run after a rollback. */
export function beforeCommit(trx: object, ending: Ending, step: Step): void {
  const steps = waiting.get(trx) ?? new Map<Ending, Step[]>();
  waiting.set(trx, steps);
  steps.set(ending, [...(steps.get(ending) ?? []), step]);
}

/**
 * Runs the final steps, with the steps that they add. The platform calls it before each commit. A step sees the results
 * of earlier steps for all writes, including those of the last step of its own kind.
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
