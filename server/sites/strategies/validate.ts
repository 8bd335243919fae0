/** Checks the plan of a strategy against its limits, block by block, before a command is sent. Pure. */
import { minuteOf } from '../energy/priceClock.ts';
import { type Entered, type Limits, limitsOf, type Ratings } from './limits.ts';
import { type Block, DAY_MINUTES, type Plan } from './plan.ts';

/** A block that exceeds a limit: its time, its value, and the allowed value. */
export interface Finding {
  time: string;
  /** Position in the plan, starting at 1. */
  block: number;
  limit: 'soc' | 'pcs' | 'transformer' | 'demand' | 'export' | 'unknown';
  value: number | null;
  bound: number | null;
  unit: string;
}

/** Efficiency of charging, and again of discharging. */
const EFFICIENCY = 0.95;
const PERCENT = 100;
const HOUR_MINUTES = 60;

function timeText(moment: number): string {
  const minute = Math.round(moment);
  const parts = [Math.floor(minute / HOUR_MINUTES), minute % HOUR_MINUTES];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

type Place = Pick<Finding, 'time' | 'block'>;

/** Finds the limits that a power exceeds, independent of earlier blocks. */
function powerFindings(power: number, place: Place, limits: Limits, entered: Entered): Finding[] {
  const found: Finding[] = [];
  const exceeds = (limit: Finding['limit'], value: number, bound: number | null): void => {
    if (bound !== null && value > bound)
      found.push({ ...place, limit, value: rounded(value), bound: rounded(bound), unit: 'kW' });
  };
  if (power < 0) {
    exceeds('pcs', -power, limits.charge);
    const imported = (entered.loadMax ?? 0) - power;
    exceeds('transformer', imported, limits.transformer);
    exceeds('demand', imported, limits.demand);
  } else {
    exceeds('pcs', power, limits.discharge);
    const exported = power - (entered.loadMin ?? 0);
    exceeds('transformer', exported, limits.transformer);
    exceeds('export', exported, limits.export);
  }
  return found;
}

/** Returns the change of the state of charge per minute, in percentage points. */
const chargedBy = (power: number, capacity: number): number =>
  ((power < 0 ? -power * EFFICIENCY : -power / EFFICIENCY) * PERCENT) / capacity / HOUR_MINUTES;

/**
 * Simulates the state of charge over the day. It starts at the limit of the window that leaves the first block the most
 * capacity.
 */
function socFindings(blocks: readonly Block[], { socMin, socMax }: Limits, capacity: number): Finding[] {
  const first = blocks.find(({ power }) => power !== 0);
  let soc = first && first.power > 0 ? socMax : socMin;
  return blocks.flatMap(({ start, end, power }, index) => {
    const rate = chargedBy(power, capacity);
    const [from, to] = [minuteOf(start), minuteOf(end)];
    const planned = soc + rate * (to - from);
    const bound = rate > 0 ? socMax : socMin;
    const beyond = rate > 0 ? planned > bound + 0.05 : planned < bound - 0.05;
    const before = soc;
    soc = Math.min(socMax, Math.max(socMin, planned));
    if (!beyond) return [];
    const time = timeText(from + (bound - before) / rate);
    return [{ time, block: index + 1, limit: 'soc' as const, value: rounded(planned), bound, unit: '%' }];
  });
}

/** Returns the powers of the plan that are known in advance: its blocks or its constant power. */
function blocksOf({ kind, blocks, power }: Plan): readonly Block[] {
  if (kind === 'timeOfDay') return blocks ?? [];
  return kind === 'fixedPower' ? [{ start: '00:00', end: timeText(DAY_MINUTES), power: power ?? 0 }] : [];
}

/**
 * Returns every block that exceeds a limit, in the order of the day. Missing ratings are findings too, because they
 * prevent all control.
 */
export function findProblems(plan: Plan, entered: Entered, ratings: Ratings): Finding[] {
  const limits = limitsOf(entered, ratings);
  const { charge, discharge } = limits;
  if (plan.kind !== 'idle' && (charge === null || discharge === null || ratings.capacity === null))
    return [{ time: '00:00', block: 1, limit: 'unknown', value: null, bound: null, unit: 'kW' }];
  const blocks = blocksOf(plan);
  const powers = blocks.flatMap(({ start, power }, index) =>
    powerFindings(power, { time: start, block: index + 1 }, limits, entered),
  );
  const socs =
    plan.kind === 'timeOfDay' && ratings.capacity ? socFindings(blocks, limits, ratings.capacity) : [];
  return [...powers, ...socs].sort((one, other) => one.block - other.block);
}
