/**
 * Stores thirteen months of power quality, as if the simulated analyser had always existed. Only the ten-minute means
 * exist. The older points are missing, as after their retention.
 */
import type { Services } from '../../server/engine/context.ts';
import type { Row } from '../../server/platform/db/tables/anyTable.ts';
import { voltsOf } from '../../server/sites/quality/limits.ts';
import { isAngle, roleOf } from '../../server/sites/quality/roles.ts';
import { isDayWhole, storeRowMeans } from '../../server/sites/telemetry/read/keptMeans.ts';
import { DAY_SLOTS, SLOT_MS } from '../../server/sites/telemetry/read/meanSlots.ts';
import { ANALYSER, catalogue } from '../simulator/catalogue.ts';
import { qualityReadings } from '../simulator/quality.ts';
import { DAY_MS, startHistory } from '../simulator/schedule.ts';
import type { DemoStation } from './sites.ts';

type Parts = Pick<Services, 'db' | 'telemetry'>;

/** Above this voltage, in V, the standard sets no voltage limits. */
const WITHOUT_LIMITS = 20_000;
/** Number of days that are written at once. */
const BATCH = 14;

const analyser = catalogue.find(({ device }) => device === ANALYSER);
const codes = (analyser?.variables ?? []).flatMap(({ code }) => {
  const role = roleOf(code);
  return role && !isAngle(role) ? [code] : [];
});

/**
 * Returns a station's own limits. They include a nominal voltage if the class sets none, and voltage limits if the
 * standard has none.
 */
export function demoThresholds({ site, voltageClass }: DemoStation): Row[] {
  const { voltage } = site.grid;
  const volts = voltsOf(voltageClass);
  const own = volts !== null && volts > WITHOUT_LIMITS ? { voltageLow: 3, voltageHigh: 7 } : {};
  const nominal = volts === voltage ? {} : { nominalVoltage: voltage };
  const row = { ...nominal, ...own };
  return Object.keys(row).length === 0 ? [] : [{ stationSn: site.sn, ...row }];
}

/** Returns ten-minute means. The value in the middle of the ten minutes is used as the mean. */
function meansOf({ site }: DemoStation, day: number): Map<string, Float64Array> {
  const means = new Map(codes.map((code) => [code, new Float64Array(DAY_SLOTS)]));
  for (let slot = 0; slot < DAY_SLOTS; slot += 1) {
    const readings = qualityReadings(site, day * DAY_MS + (slot + 0.5) * SLOT_MS);
    for (const [code, series] of means) series[slot] = readings[code] ?? NaN;
  }
  return means;
}

/** Stores the days from the start of the history to the day before `anchor`. Does nothing if they exist. */
export async function keepQuality(
  { db, telemetry }: Parts,
  station: DemoStation,
  { anchor, signal }: { anchor: number; signal: AbortSignal },
): Promise<void> {
  if (signal.aborted) return;
  const { tenantId, site } = station;
  const sns = codes.map((code) => `${site.sn}-${ANALYSER}-${code}`);
  const variables = await telemetry.variables(tenantId, sns);
  const [one] = variables;
  if (!one) return;
  const first = Math.ceil(startHistory(anchor) / DAY_MS);
  const end = Math.floor(anchor / DAY_MS) - 1;
  if (await isDayWhole(db, tenantId, { id: one.id, day: first })) return;
  // The newest days first, because users open the current month first.
  for (let last = end; last >= first && !signal.aborted; last -= BATCH) {
    const days = Array.from({ length: Math.min(BATCH, last - first + 1) }, (_, at) => last - at);
    const rows = days.flatMap((day) => {
      const means = meansOf(station, day);
      return variables.map(({ id, code }) => ({ id, day, means: means.get(code)! }));
    });
    await storeRowMeans(db, tenantId, rows);
  }
}
