/**
 * The order of a request's steps: in sequence, or in parallel branches that join again. A plan contains only the
 * numbers of steps.
 */
import type { Branching, Plan } from '../../platform/db/tables/jsonShapes.ts';

export type { Plan };

/** Returns every step once, in reading order. */
export const planOrder = (plan: Plan): number[] =>
  plan.flatMap((item) => (typeof item === 'number' ? item : item.branches.flatMap(planOrder)));

const hasStep = (item: number | Branching, no: number): boolean => planOrder([item]).includes(no);

/** Lists the steps that can begin only after this step has ended. Parallel steps are not included. */
export function stepsAfter(plan: Plan, no: number): number[] {
  const at = plan.findIndex((item) => hasStep(item, no));
  if (at < 0) return [];
  const item = plan[at]!;
  const inside = typeof item === 'number' ? [] : item.branches.flatMap((branch) => stepsAfter(branch, no));
  return [...inside, ...planOrder(plan.slice(at + 1))];
}

/** Returns the plan with an added step directly before or after a given step. */
export function insertStep(plan: Plan, no: number, added: number, place: 'before' | 'after'): Plan {
  return plan.flatMap((item): Plan => {
    if (item === no) return place === 'before' ? [added, no] : [no, added];
    if (typeof item === 'number') return [item];
    return [{ ...item, branches: item.branches.map((branch) => insertStep(branch, no, added, place)) }];
  });
}
