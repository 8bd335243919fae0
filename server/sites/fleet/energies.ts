/** The energies of stations over periods in the local time of each station. */
import { sumExact } from '../../../runtime/core/numbers/sumExact.ts';
import { convertUnit, unitFactor } from '../../../runtime/core/numbers/unit.ts';
import {
  type Bucket,
  moveBoundary,
  type PeriodType,
  periodAround,
  type TimeWindow,
} from '../../../runtime/core/time/timeWindow.ts';
import { ENERGY_UNIT } from '../energy/electricity.ts';
import { statisticsByZone } from '../telemetry/read/needs.ts';
import type { FleetContext, FleetMeter } from './stations.ts';

export type WindowOf = (zone: string) => TimeWindow & { bucket: Bucket };

/** Returns the current day, month or year of each station, as a whole or in parts. */
export const running =
  (type: PeriodType, bucket: Bucket, now = Date.now()): WindowOf =>
  (zone) => ({ ...periodAround(now, type, zone), bucket });

export interface StationEnergy {
  stationSn: string;
  /** Keys of days or months, in the local calendar of the station. */
  keys: string[];
  /** In kWh, per bucket. */
  values: (number | null)[];
}

const KEY_LENGTH = 'YYYY-MM-DD'.length;

/** Reads the total consumption of each station's meters, with one query per time zone. */
export async function readEnergies(
  { session, telemetry }: Pick<FleetContext, 'session' | 'telemetry'>,
  meters: readonly FleetMeter[],
  windowOf: WindowOf,
): Promise<Map<string, StationEnergy>> {
  const variables = meters.map(({ variable }) => variable);
  const all = await statisticsByZone(
    telemetry,
    session.tenantId,
    variables,
    'DIFF',
    ({ zone, stationZone }) => {
      const { from, to, bucket } = windowOf(stationZone);
      return { from: moveBoundary(from, stationZone, zone), to: moveBoundary(to, stationZone, zone), bucket };
    },
  );
  const byStation = Map.groupBy(all, ({ variable }) => variable.stationSn);
  return new Map(
    [...byStation].map(([stationSn, lines]) => {
      const keys = (lines[0]?.series.cells ?? []).map(({ key }) => key.slice(0, KEY_LENGTH));
      const factors = lines.map(({ variable }) => unitFactor(variable.unit, ENERGY_UNIT) ?? 1);
      const values = keys.map((_, at) =>
        sumExact(
          lines.map(({ series }, line) => {
            const value = series.cells[at]?.value ?? null;
            return value === null ? null : convertUnit(value, factors[line] ?? 1);
          }),
        ),
      );
      return [stationSn, { stationSn, keys, values }];
    }),
  );
}

/** Sums all stations by the days or months of their local calendars. */
export function sumByKey(energies: Iterable<StationEnergy>, keys: readonly string[]): (number | null)[] {
  const found = new Map(keys.map((key): [string, (number | null)[]] => [key, []]));
  for (const one of energies)
    for (const [at, key] of one.keys.entries()) found.get(key)?.push(one.values[at] ?? null);
  return keys.map((key) => sumExact(found.get(key) ?? []));
}
