/** Creates the meters of another system, which stopped sending before the demo began. Their channel has an alarm. */
import { sql } from 'kysely';
import type { SourceLang } from '../../runtime/core/text/lang.ts';
import { HOUR_MS } from '../../runtime/core/time/timeWindow.ts';
import type { Services } from '../../server/engine/context.ts';
import { type AnyTrx, trxAny } from '../../server/platform/db/tables/anyTable.ts';
import type { Vault } from '../../server/platform/secrets/vault.ts';
import { makeToken } from '../../server/sites/telemetry/catalog/deviceToken.ts';
import { SILENT_CHANNEL, SILENT_HOURS } from '../links.ts';
import { TENANT_SOUTH } from './sites.ts';

const STATION = 'TLF02';
const METERS = [
  {
    sn: `${STATION}-WM1`,
    name: { zh: '1 号分表（第三方）', en: 'Sub-meter 1 of a third party' },
    first: 48_210,
  },
  {
    sn: `${STATION}-WM2`,
    name: { zh: '2 号分表（第三方）', en: 'Sub-meter 2 of a third party' },
    first: 31_764,
  },
] as const;
const CODE = 'totalEnergy';
const NAME = { zh: '累计电能', en: 'Energy counted' };
const KWH_AN_HOUR = 37.5;
const HOURS = 48;

/** Creates the meters with an old date, before their first message. */
export async function seedSilentMeters(
  trx: AnyTrx,
  vault: Vault,
  stationSn: string,
  lang: SourceLang,
): Promise<void> {
  if (stationSn !== STATION) return;
  const tenantId = TENANT_SOUTH;
  for (const { sn, name } of METERS) {
    await trx
      .insertInto('device')
      .values({
        ...{ tenantId, sn, name: name[lang], stationSn, type: 'meter', model: 'WM-100', simulated: true },
        ...{ channelSn: SILENT_CHANNEL, autoVariables: false, ...makeToken(vault, tenantId).stored },
        createdAt: sql`now() - make_interval(hours => ${HOURS + SILENT_HOURS})`,
      })
      .execute();
    await trx
      .insertInto('deviceVariable')
      .values({
        ...{ tenantId, sn: `${sn}-${CODE}`, deviceSn: sn, code: CODE, name: NAME[lang], unit: 'kWh' },
        ...{ dataType: 'number', kind: 'counter', decimals: 1 },
      })
      .execute();
  }
}

/** Writes the last two days of values, once, as if each value had arrived when it was measured. */
export async function fillSilentMeters(
  { db, telemetry }: Pick<Services, 'db' | 'telemetry'>,
  began: number,
): Promise<void> {
  const sns = METERS.map(({ sn }) => `${sn}-${CODE}`);
  const isFilled = await db.tenant(TENANT_SOUTH, async (trx) => {
    const missing = await trxAny(trx)
      .selectFrom('deviceVariable as v')
      .leftJoin('latest as l', (join) =>
        join.onRef('l.tenantId', '=', 'v.tenantId').onRef('l.variableId', '=', 'v.id'),
      )
      .select('v.sn')
      .where('v.sn', 'in', sns)
      .where('l.ts', 'is', null)
      .execute();
    return missing.length < METERS.length;
  });
  if (isFilled) return;
  const last = Math.floor(began / HOUR_MS) * HOUR_MS - SILENT_HOURS * HOUR_MS;
  await telemetry.ingest(
    METERS.flatMap(({ sn, first }) =>
      Array.from({ length: HOURS }, (_, at) => ({
        ...{ tenantId: TENANT_SOUTH, sn: `${sn}-${CODE}`, value: first + KWH_AN_HOUR * at },
        ts: last - (HOURS - 1 - at) * HOUR_MS,
      })),
    ),
  );
  await db.tenant(TENANT_SOUTH, (trx) =>
    sql`update latest l set received_at = l.ts from device_variable v
      where l.tenant_id = ${TENANT_SOUTH} and v.tenant_id = l.tenant_id and v.id = l.variable_id
        and v.sn = any(${sns}::text[])`.execute(trx),
  );
}
