/** The course of earned value by week. Each week has the sums of plan, earned value and cost up to its end. Pure. */
import { writeDay } from '../../runtime/core/statistics/steps.ts';
import { amountText, type Project, plannedBy, type Task } from './earnedValue.ts';

interface EarnedWeek {
  /** A Monday. */
  from: string;
  to: string;
  plannedValue: string;
  /** Null in future weeks. */
  earnedValue: string | null;
  actualCost: string | null;
}

const WEEK = 7;
/** Day zero of the day count is a Thursday. */
const MONDAY_SHIFT = 3;
export const MAX_WEEKS = 260;
/** Maximum number of weeks after today, that is two years. A plan may end later. */
const MAX_AHEAD = 104;

const weekOf = (day: number): number => Math.floor((day + MONDAY_SHIFT) / WEEK);
const mondayOf = (week: number): number => week * WEEK - MONDAY_SHIFT;
const sundayOf = (week: number): number => mondayOf(week) + WEEK - 1;

interface Weeks {
  first: number;
  last: number;
}

/**
 * Returns the weeks from the first day of a plan or cost to the planned end. The current week is always
 * included. Null if nothing begins before the end.
 */
function findWeeks(projects: readonly Project[], today: number): Weeks | null {
  let first = Number.POSITIVE_INFINITY;
  let last = weekOf(today);
  for (const { tasks, costs } of projects) {
    for (const { from, to, earnedOn } of tasks) {
      first = Math.min(first, weekOf(from), weekOf(earnedOn));
      last = Math.max(last, weekOf(to));
    }
    for (const { day } of costs) first = Math.min(first, weekOf(day));
  }
  if (first > last) return null;
  const end = Math.min(last, weekOf(today) + MAX_AHEAD);
  return { first: Math.max(Math.min(first, end), end - MAX_WEEKS + 1), last: end };
}

/** Adds the planned value of a task to each week of its time. */
function addPlanned(steps: bigint[], task: Task, { first }: Weeks): void {
  let before = 0n;
  const start = Math.max(0, weekOf(task.from) - first);
  const end = Math.max(start, weekOf(task.to) - first);
  for (let at = start; at <= end && at < steps.length; at += 1) {
    const now = plannedBy(task, sundayOf(first + at));
    steps[at] = (steps[at] ?? 0n) + now - before;
    before = now;
  }
}

/** Adds an amount to its week. Earlier amounts are added to the first week. */
function addOn(steps: bigint[], day: number, amount: bigint, { first }: Weeks): void {
  const at = Math.max(0, weekOf(day) - first);
  if (at < steps.length) steps[at] = (steps[at] ?? 0n) + amount;
}

function addUp(steps: readonly bigint[]): bigint[] {
  let sum = 0n;
  return steps.map((step) => {
    sum += step;
    return sum;
  });
}

export function courseOf(projects: readonly Project[], today: number): EarnedWeek[] {
  const weeks = findWeeks(projects, today);
  if (!weeks) return [];
  const count = weeks.last - weeks.first + 1;
  const makeSteps = () => new Array<bigint>(count).fill(0n);
  const [planned, earned, actual] = [makeSteps(), makeSteps(), makeSteps()];
  for (const { tasks, costs } of projects) {
    for (const task of tasks) {
      addPlanned(planned, task, weeks);
      addOn(earned, task.earnedOn, task.earned, weeks);
    }
    for (const { day, cost } of costs) addOn(actual, day, cost, weeks);
  }
  const [plan, value, cost] = [addUp(planned), addUp(earned), addUp(actual)];
  const now = weekOf(today) - weeks.first;
  return plan.map((amount, at) => ({
    from: writeDay(mondayOf(weeks.first + at)),
    to: writeDay(sundayOf(weeks.first + at)),
    plannedValue: amountText(amount),
    earnedValue: at > now ? null : amountText(value[at] ?? 0n),
    actualCost: at > now ? null : amountText(cost[at] ?? 0n),
  }));
}
