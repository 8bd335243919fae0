/**
 * The order in which the steps of a request are taken: one after the other, or side by side in branches that join. A
 * plan names steps by their numbers and knows nothing else of them.
 */
import type { Branching, Plan } from '../../platform/db/tables/jsonShapes.ts';

export type { Plan };

/** Every step once, in the order in which it is read. */
export const planOrder = (plan: Plan): number[] =>
  plan.flatMap((item) => (typeof item === 'number' ? item : item.branches.flatMap(planOrder)));

const holds = (item: number | Branching, no: number): boolean => planOrder([item]).includes(no);

/** Lists the steps that can begin only when this one is over; those side by side with it are not among them. */
export function stepsAfter(plan: Plan, no: number): number[] {
  const at = plan.findIndex((item) => holds(item, no));
  if (at < 0) return [];
  const item = plan[at]!;
  const inside = typeof item === 'number' ? [] : item.branches.flatMap((branch) => stepsAfter(branch, no));
  return [...inside, ...planOrder(plan.slice(at + 1))];
}

/** The plan with one more step right before or after another one. */
export function insertStep(plan: Plan, no: number, added: number, place: 'before' | 'after'): Plan {
  return plan.flatMap((item): Plan => {
    if (item === no) return place === 'before' ? [added, no] : [no, added];
    if (typeof item === 'number') return [item];
    return [{ ...item, branches: item.branches.map((branch) => insertStep(branch, no, added, place)) }];
  });
}
