/** Steps that a transaction runs just before its commit. Contended locks are acquired late and released soon. */
type Step = () => Promise<void>;

/** The fixed order prevents deadlocks: all transactions acquire their last locks in the same order. */
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

/** Registers a step that runs before the commit of the transaction. After a rollback the step does not run. */
export function beforeCommit(trx: object, ending: Ending, step: Step): void {
  const steps = waiting.get(trx) ?? new Map<Ending, Step[]>();
  waiting.set(trx, steps);
  steps.set(ending, [...(steps.get(ending) ?? []), step]);
}

/**
 * Runs the registered steps, including steps that other steps add. The platform calls this function before each commit.
 * A step sees the results of all earlier steps, including earlier steps of the same kind.
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
