/**
 * Controls the batteries of stations: decides each set point, sends it as a command, evaluates the device's answer, and
 * records events. A repeated step does not send a command again.
 */
import { PLAIN_WEEK } from '../../../runtime/core/time/workDays.ts';
import { readCalendar } from '../../engine/time/calendar.ts';
import { readRatings } from './limits.ts';
import { readMeasured } from './measured.ts';
import { logFailed, type SettleParts, settleOutcomes } from './settle.ts';
import { stepStation } from './station.ts';
import { readStrategies, type StrategyRow } from './store.ts';

export type SteerParts = SettleParts;

export const stationKey = ({ tenantId, stationSn }: Pick<StrategyRow, 'tenantId' | 'stationSn'>): string =>
  `${tenantId} ${stationSn}`;

async function steerTenant(parts: SteerParts, tenantId: number, rows: readonly StrategyRow[], now: number) {
  const measured = await readMeasured(parts, tenantId, rows, now);
  const { ratings, calendar } = await parts.db.tenant(tenantId, async (trx) => ({
    ratings: await readRatings(trx, rows),
    calendar: rows.some(({ days }) => days !== null && days !== 'every')
      ? await readCalendar(trx)
      : PLAIN_WEEK,
  }));
  const byId = new Map(rows.map((row, index) => [row.id, ratings[index]!]));
  const steering = (row: StrategyRow) => ({
    measured: measured.get(row.id)!.measured,
    ratings: byId.get(row.id)!,
    now,
  });
  const outcomes = [...Map.groupBy(rows, stationKey).values()].flatMap((ofStation) => {
    try {
      return stepStation(ofStation, now, calendar, steering);
    } catch (error) {
      logFailed(parts, ofStation[0]!, error);
      return [];
    }
  });
  await settleOutcomes(parts, tenantId, now, outcomes);
}

/** Decides for every station that `claim` assigns to this process. */
export async function steerStations(
  parts: SteerParts,
  now: number,
  claim: (keys: readonly string[]) => ReadonlySet<string>,
): Promise<void> {
  const rows = await parts.db.system(readStrategies);
  const mine = claim([...new Set(rows.map(stationKey))]);
  const own = Map.groupBy(
    rows.filter((row) => mine.has(stationKey(row))),
    ({ tenantId }) => tenantId,
  );
  for (const [tenantId, ofTenant] of own) await steerTenant(parts, tenantId, ofTenant, now);
}
