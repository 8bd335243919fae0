/** Stores the means of power quality for past hours, so that pages need not compute them again. */
import { DAY_MS } from '../../../runtime/core/time/timeWindow.ts';
import type { Services } from '../../engine/context.ts';
import { storeRowMeans } from '../telemetry/read/tenMinutes.ts';
import { isAngle, roleOf } from './roles.ts';
import { type Candidate, chooseVariables } from './station.ts';

export type MeansParts = Pick<Services, 'db' | 'log' | 'telemetry'>;

/** Number of variables that are read together. It equals those of a few stations. */
const CHUNK = 200;

/** Finds the sn of the power quality variables of a tenant's stations, in the order of the stations. */
async function findSns({ db }: MeansParts, tenantId: number): Promise<string[]> {
  const rows = await db.tenant(tenantId, (trx) =>
    trx
      .selectFrom('deviceVariable as v')
      .innerJoin('device as d', 'd.sn', 'v.deviceSn')
      .select(['v.sn', 'v.deviceSn', 'v.code', 'd.stationSn'])
      .where('v.sn', 'is not', null)
      .where('v.kind', '=', 'gauge')
      .where('v.enabled', 'is not', false)
      .orderBy('d.stationSn')
      .execute(),
  );
  const found = rows.flatMap(({ sn, deviceSn, code, stationSn }) => {
    const role = roleOf(code);
    return sn !== null && role && !isAngle(role) ? [{ sn, deviceSn, role, stationSn }] : [];
  });
  const stations = Map.groupBy(found, ({ stationSn }) => stationSn);
  return [...stations.values()].flatMap((own: Candidate[]) => chooseVariables(own).map(({ sn }) => sn));
}

interface Round {
  from: number;
  now: number;
  signal: AbortSignal | undefined;
}

async function storeTenant(parts: MeansParts, tenantId: number, { from, now, signal }: Round): Promise<void> {
  const sns = await findSns(parts, tenantId);
  for (let at = 0; at < sns.length && !signal?.aborted; at += CHUNK) {
    const variables = await parts.telemetry.variables(tenantId, sns.slice(at, at + CHUNK));
    await storeRowMeans(parts.db, { tenantId, variables, from }, now);
  }
}

/** Updates the means of the last days for all tenants. */
export async function storeQualityMeans(
  parts: MeansParts,
  { days, now = Date.now(), signal }: { days: number; now?: number; signal?: AbortSignal },
): Promise<void> {
  const from = (Math.floor(now / DAY_MS) - days + 1) * DAY_MS;
  const tenants = await parts.db.system((trx) =>
    trx.selectFrom('tenant').select('id').orderBy('id').execute(),
  );
  for (const { id } of tenants) {
    if (signal?.aborted) return;
    try {
      await storeTenant(parts, id, { from, now, signal });
    } catch (error) {
      parts.log.error('the means of power quality were not kept', { tenantId: id, error });
    }
  }
}
