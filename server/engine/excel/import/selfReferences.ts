/** Keeps rows that refer to other rows of the same file, and checks them again after those are known. */
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import type { RowPlan } from './rowPlan.ts';

/** Maximum number of rows in memory. Further ones must come after the rows to which they refer. */
const MAX_HELD = 20_000;

/** Returns whether its only error is a reference to a record that is still unknown. */
export const isWaiting = ({ waits, problems }: RowPlan): boolean =>
  waits.length > 0 && problems.every(({ column }) => waits.some((wait) => wait.column === column));

export function createSelfReferences({ label }: Pick<Entity, 'label'>) {
  const waitingPlans: RowPlan[] = [];
  /** The rows without a result, by their number. */
  const waiting = new Map<number, RowPlan>();
  /** The names of the good rows of the file, in each of the ways in which others refer to them. */
  const names = new Set<string>();
  return {
    held: waitingPlans,
    /** Returns the rows that still wait, except these. */
    waitingBut: (plans: readonly RowPlan[]): RowPlan[] => {
      const now = new Set(plans.map(({ row }) => row));
      return [...waiting.values()].filter(({ row }) => !now.has(row));
    },
    /** Removes rows that have a result. */
    settle(plans: readonly RowPlan[]): void {
      for (const { row } of plans) waiting.delete(row);
    },
    /** Keeps the rows that wait, and returns the others. */
    part(plans: readonly RowPlan[]): RowPlan[] {
      return plans.filter((plan) => {
        const waits = isWaiting(plan) && waitingPlans.length < MAX_HELD;
        if (waits) {
          waitingPlans.push(plan);
          waiting.set(plan.row, plan);
        }
        return !waits;
      });
    },
    note(plans: readonly RowPlan[]): void {
      for (const { values, problems } of plans)
        if (problems.length === 0)
          for (const name of [values[label], values.sn]) if (name != null) names.add(String(name));
    },
    /** A dry run writes nothing. A row of the file counts as the record that it would become. */
    promise(plan: RowPlan): RowPlan {
      const isKnown = plan.waits.every(({ text }) => names.has(text));
      return isKnown ? { ...plan, waits: [], problems: [] } : plan;
    },
  };
}

export type SelfReferences = ReturnType<typeof createSelfReferences>;
