/** Stores rows that refer to other rows of the same file, and checks them again when those rows are known. */
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import type { RowPlan } from './rowPlan.ts';

/** Maximum number of stored rows. Beyond it, a row must follow the rows to which it refers. */
const MAX_WAITING = 20_000;

/** Returns whether the only problems of a row are references to records that do not exist yet. */
export const isWaiting = ({ waits, problems }: RowPlan): boolean =>
  waits.length > 0 && problems.every(({ column }) => waits.some((wait) => wait.column === column));

export function createSelfReferences({ label }: Pick<Entity, 'label'>) {
  const waitingPlans: RowPlan[] = [];
  /** The rows without a final result, by row number. */
  const waiting = new Map<number, RowPlan>();
  /** The names of the valid rows, in every form in which other rows may refer to them. */
  const names = new Set<string>();
  return {
    held: waitingPlans,
    /** Returns the waiting rows, except the given ones. */
    waitingBut: (plans: readonly RowPlan[]): RowPlan[] => {
      const now = new Set(plans.map(({ row }) => row));
      return [...waiting.values()].filter(({ row }) => !now.has(row));
    },
    /** Removes rows with a final result. */
    settle(plans: readonly RowPlan[]): void {
      for (const { row } of plans) waiting.delete(row);
    },
    /** Stores the waiting rows and returns the other rows. */
    part(plans: readonly RowPlan[]): RowPlan[] {
      return plans.filter((plan) => {
        const waits = isWaiting(plan) && waitingPlans.length < MAX_WAITING;
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
    /** A dry run writes nothing, so references may lead to a row of the file instead of its record. */
    promise(plan: RowPlan): RowPlan {
      const isKnown = plan.waits.every(({ text }) => names.has(text));
      return isKnown ? { ...plan, waits: [], problems: [] } : plan;
    },
  };
}

export type SelfReferences = ReturnType<typeof createSelfReferences>;
