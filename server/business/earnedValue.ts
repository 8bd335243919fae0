/**
 * Earned value of projects: the planned value up to a day, the earned value, the cost, and derived figures. Pure.
 * Amounts are whole cents, so that the sums over parts equal the whole exactly.
 */
import { split } from '../../runtime/core/numbers/allocate.ts';
import {
  type Decimal,
  decimalText,
  NONE,
  parseDecimal,
  unitsOf,
} from '../../runtime/core/numbers/decimal.ts';
import { MONEY_DECIMALS, moneyText } from '../../runtime/core/numbers/money.ts';
import { readDay, writeDay } from '../../runtime/core/statistics/steps.ts';

export interface PlannedTask {
  /** The task's share of the project, in percent. */
  weight: number | string | null;
  fromDate: string;
  toDate: string;
  /** The completed part of the task, in percent. */
  done: number | string | null;
  doneOn: string | null;
}

interface DayCost {
  day: string;
  cost: string | null;
}

export interface ProjectWork {
  budget: string | null;
  tasks: readonly PlannedTask[];
  costs: readonly DayCost[];
}

/** A task with its dates as numbers of days and its amounts in cents. */
export interface Task {
  from: number;
  to: number;
  /** The day from which the task's value counts as earned. */
  earnedOn: number;
  value: bigint;
  earned: bigint;
}

export interface Project {
  plan: bigint;
  tasks: readonly Task[];
  costs: readonly { day: number; cost: bigint }[];
}

export interface Sums {
  plan: bigint;
  planned: bigint;
  earned: bigint;
  actual: bigint;
}

const NO_SUMS: Sums = { plan: 0n, planned: 0n, earned: 0n, actual: 0n };
/** A share of 100 % in hundredths of a percent. */
const WHOLE_SHARE = 10_000n;
const SHARE_DECIMALS = 2;
const INDEX_DECIMALS = 4;
/** Limit of a forecast in days. A forecast beyond a century is useless. */
const MAX_FORECAST_DAYS = 36_525;

const centsOf = (amount: string | null): bigint =>
  unitsOf((amount === null ? null : parseDecimal(amount)) ?? NONE, MONEY_DECIMALS);

const decimalOf = (cents: bigint): Decimal => parseDecimal(`${cents}e-${MONEY_DECIMALS}`) ?? NONE;

export const amountText = (cents: bigint): string => moneyText(decimalOf(cents));

/** Returns the share of a value, rounded half up. */
const partOf = (value: bigint, part: bigint, whole: bigint): bigint =>
  (value * part * 2n + whole) / (whole * 2n);

const shareOf = (done: PlannedTask['done']): bigint => {
  const share = unitsOf((done === null ? null : parseDecimal(done)) ?? NONE, SHARE_DECIMALS);
  return share > WHOLE_SHARE ? WHOLE_SHARE : share;
};

/**
 * Reads a task. Its value is earned on the day of its progress entry, or on its planned end without an entry. This day
 * is never later than today.
 */
function readTask(task: PlannedTask, value: bigint, today: number): Task {
  const to = readDay(task.toDate);
  const doneOn = task.doneOn === null ? to : readDay(task.doneOn);
  return {
    ...{ from: readDay(task.fromDate), to, value },
    ...{ earnedOn: Math.min(doneOn, today), earned: partOf(value, shareOf(task.done), WHOLE_SHARE) },
  };
}

/** Reads a project. The budget is divided among its tasks by weight, or equally if no task has a weight. */
export function readProject({ budget, tasks, costs }: ProjectWork, today: number): Project {
  const parts = [split([budget, tasks, 'weight'])].flat();
  return {
    plan: centsOf(budget),
    tasks: tasks.map((task, at) =>
      readTask(task, centsOf(parts[at] == null ? null : String(parts[at])), today),
    ),
    costs: costs
      .map(({ day, cost }) => ({ day: readDay(day), cost: centsOf(cost) }))
      .filter(({ day }) => day <= today),
  };
}

/**
 * Returns the value of a task that is planned up to the end of a day. It grows evenly from the first to the last day of
 * the task.
 */
export function plannedBy({ from, to, value }: Task, day: number): bigint {
  if (day < from) return 0n;
  return day >= to ? value : partOf(value, BigInt(day - from + 1), BigInt(to - from + 1));
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

export const sumProject = ({ plan, tasks, costs }: Project, today: number): Sums => ({
  plan,
  planned: sumOf(tasks.map((task) => plannedBy(task, today))),
  earned: sumOf(tasks.map(({ earned }) => earned)),
  actual: sumOf(costs.map(({ cost }) => cost)),
});

export const addSums = (parts: readonly Sums[]): Sums =>
  parts.reduce(
    (sum, one) => ({
      plan: sum.plan + one.plan,
      planned: sum.planned + one.planned,
      earned: sum.earned + one.earned,
      actual: sum.actual + one.actual,
    }),
    NO_SUMS,
  );

/** Divides an amount by another, to four decimals. Null if the divisor is zero. */
function indexOf(amount: bigint, by: bigint): string | null {
  if (by === 0n) return null;
  return decimalText(decimalOf(amount).div(decimalOf(by)), INDEX_DECIMALS);
}

/**
 * Returns the estimated cost at completion. It divides the plan by the exact cost index, not by the rounded
 * one. Null without earned value or costs.
 */
function estimateOf({ plan, earned, actual }: Sums): string | null {
  if (earned === 0n || actual === 0n) return null;
  return moneyText(decimalOf(plan).times(decimalOf(actual)).div(decimalOf(earned)));
}

interface Ends {
  plannedEnd: string | null;
  forecastEnd: string | null;
}

/**
 * Forecasts the last day, as a number of days since 1970. The planned time grows as the schedule index falls.
 * Unfinished work does not end before today. Null without a usable forecast.
 */
function forecastDay(tasks: readonly Task[], { planned, earned }: Sums, today: number): number | null {
  const [from, to] = [Math.min(...tasks.map((task) => task.from)), Math.max(...tasks.map((task) => task.to))];
  if (earned > 0n && tasks.every((task) => task.earned === task.value))
    return Math.max(...tasks.map(({ earnedOn }) => earnedOn));
  if (earned === 0n || planned === 0n) return null;
  const length = (BigInt(to - from + 1) * planned + earned - 1n) / earned;
  if (length > BigInt(MAX_FORECAST_DAYS)) return null;
  return Math.max(from + Number(length) - 1, today);
}

export function findEnds(projects: readonly Project[], sums: Sums, today: number): Ends {
  const tasks = projects.flatMap((project) => project.tasks);
  if (tasks.length === 0) return { plannedEnd: null, forecastEnd: null };
  const forecast = forecastDay(tasks, sums, today);
  return {
    plannedEnd: writeDay(Math.max(...tasks.map(({ to }) => to))),
    forecastEnd: forecast === null ? null : writeDay(forecast),
  };
}

/** Returns the figures in the form of the API response. */
export const describeSums = (sums: Sums) => ({
  plan: amountText(sums.plan),
  plannedValue: amountText(sums.planned),
  earnedValue: amountText(sums.earned),
  actualCost: amountText(sums.actual),
  costIndex: indexOf(sums.earned, sums.actual),
  scheduleIndex: indexOf(sums.earned, sums.planned),
  estimate: estimateOf(sums),
});
