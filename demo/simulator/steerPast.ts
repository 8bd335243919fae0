/**
 * Simulates past days of a site whose battery follows a strategy. The controller reads the site's devices, and the
 * converter obeys. Pure.
 */
import { endDay, startDay } from '../../runtime/core/time/timeWindow.ts';
import { PLAIN_WEEK } from '../../runtime/core/time/workDays.ts';
import type { Ratings } from '../../server/sites/strategies/limits.ts';
import { measuredBy } from '../../server/sites/strategies/measured.ts';
import type { Plan } from '../../server/sites/strategies/plan.ts';
import { sent } from '../../server/sites/strategies/settle.ts';
import { stepStation } from '../../server/sites/strategies/station.ts';
import type { Entry, StrategyRow } from '../../server/sites/strategies/store.ts';
import { DAY_MS } from './schedule.ts';
import { simulate, stateInitial } from './simulate.ts';
import type { Readings, SiteSpec } from './site.ts';

/** Interval at which the controller decides. The blocks of the demo's strategies begin at its steps. */
const STEP_MS = 30 * 60_000;

/** The devices of each site, by their role. */
const DEVICES = { deviceSn: 'PCS', batterySn: 'BAT', meterSn: 'METER' } as const;

export type Steered = Plan & Pick<StrategyRow, 'id' | 'limits'>;

/** An entry of the strategy history. */
export interface PastLine extends Omit<Entry, 'measured' | 'commandId' | 'userId'> {
  at: string;
  soc: number | null | undefined;
  grid: number | null | undefined;
  measured: number | null | undefined;
}

/** Returns a strategy that is active from a moment on. */
const rowOf = (site: SiteSpec, strategy: Steered, since: number): StrategyRow => ({
  ...{
    id: strategy.id,
    limits: strategy.limits,
    kind: strategy.kind,
    blocks: strategy.blocks,
    power: strategy.power,
  },
  ...{ peakPower: strategy.peakPower, chargeBelow: strategy.chargeBelow, exportPower: strategy.exportPower },
  ...{ tenantId: 0, number: '', name: '', stationSn: site.sn, zone: site.zone },
  ...{ deviceSn: DEVICES.deviceSn, batterySn: DEVICES.batterySn, meterSn: DEVICES.meterSn },
  ...{ startDate: '0001-01-01', endDate: null, days: null, priority: null, manualMinutes: null },
  ...{ state: 'inForce', issuedAt: new Date(since).toISOString(), endedAt: null },
  ...{ setPoint: null, binding: null, decidedAt: null, suspendedUntil: null, resumedAt: null },
  ...{ setPointSn: '', commandId: null, commandState: null, commandAt: null, commandAnswer: null },
  ...{ isAwaited: false, manualId: null, manualAt: null, manualBy: null, manualValue: null },
});

/** Rounds a value to three decimals, as devices report it. */
const rounded = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.round(value * 1000) / 1000;

const measuredIn = (readings: Readings) =>
  measuredBy((role, code) => rounded(readings[`${DEVICES[role]}-${code}`]));

/** Makes one decision. The converter executes it immediately. */
function decideAt(row: StrategyRow, ratings: Ratings, readings: Readings, now: number): PastLine[] {
  const measured = measuredIn(readings);
  const at = new Date(now).toISOString();
  return stepStation([row], now, PLAIN_WEEK, () => ({ measured, ratings, now })).flatMap((outcome) => {
    const settled = outcome.send ? sent(outcome, outcome.send.power, (row.commandId ?? 0) + 1) : outcome;
    Object.assign(row, settled.standing, { decidedAt: at });
    if (outcome.send) Object.assign(row, { commandState: 'acknowledged', commandAt: at });
    return settled.entries.map(({ measured: _, commandId: __, userId: ___, status, ...entry }) => ({
      ...{ ...entry, at, ...(status && { status: 'acknowledged' as const }) },
      ...{ soc: measured.soc, grid: measured.grid, measured: measured.power },
    }));
  });
}

/** Yields the lines of each of the given number of days before today, by the site's calendar. */
export function* steerPast(
  site: SiteSpec,
  strategy: Steered,
  ratings: Ratings,
  { days, now }: { days: number; now: number },
): Generator<PastLine[]> {
  const today = startDay(now, site.zone);
  let day = startDay(today - days * DAY_MS, site.zone);
  const row = rowOf(site, strategy, day);
  let state = stateInitial(site, day - STEP_MS);
  for (; day < today; day = endDay(day, site.zone)) {
    const lines: PastLine[] = [];
    for (let ts = day; ts < endDay(day, site.zone); ts += STEP_MS) {
      const ordered = row.setPoint === null ? {} : { power: row.setPoint };
      const { state: next, readings } = simulate(state, ts, STEP_MS, site, ordered);
      state = next;
      lines.push(...decideAt(row, ratings, readings, ts));
    }
    yield lines;
  }
}
