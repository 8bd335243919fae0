/** Stores records of counter falls. A record does not change any more after a user has decided. */
import { sql } from 'kysely';
import { sendNotice } from '../../../engine/notices/index.ts';
import { recordLink } from '../../../engine/states/link.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { publishOnCommit } from '../../../platform/db/index.ts';
import type { TelemetryVariable } from '../types.ts';
import { countFall, type Fall, type FallKind } from './judge.ts';

export const FALL = 'counterFall';

/** The kinds of falls with a notice. There is no notice of an open fall until its kind is known. */
const TEXTS: Readonly<Record<Exclude<FallKind, 'open'>, { zh: string; en: string }>> = {
  bridged: { zh: '读数短暂回落，已剔除', en: 'readings near zero were excluded' },
  reset: { zh: '读数回落，按清零计算', en: 'the reading fell and was counted as a reset' },
  rolledOver: { zh: '计数器翻转', en: 'counter rollover' },
};

const nameOf = ({ deviceName, name }: TelemetryVariable): string => `${deviceName} · ${name}`;
const isoOf = (ts: number): string => new Date(ts).toISOString();

const readStored = (trx: Trx, { tenantId, sn }: TelemetryVariable, { after }: Fall) =>
  trx
    .selectFrom('counterFall')
    .select(['id', 'kind', 'state'])
    .where('tenantId', '=', tenantId)
    .where('variableSn', '=', sn)
    .where('afterAt', '=', isoOf(after.ts))
    .forUpdate()
    .executeTakeFirst();

/** Returns the users who may correct a fall. */
async function findDeciders(trx: Trx, tenantId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from "user" u join user_account a on a.id = u.id
     where u.tenant_id = ${tenantId} and u.status = 'active' and a.active
       and user_permissions(u.tenant_id, u.id) && array['*', 'counterFall:*', 'counterFall:confirm']
     order by u.id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Sends a notice about the first fall of a kind. A counter that falls daily is therefore reported once. */
async function notifyFirst(trx: Trx, variable: TelemetryVariable, kind: FallKind, id: number): Promise<void> {
  if (kind === 'open') return;
  const { tenantId, sn } = variable;
  const name = nameOf(variable);
  const other = await trx
    .selectFrom('counterFall')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('variableSn', '=', sn)
    .where('kind', '=', kind)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst();
  if (other) return;
  await sendNotice(trx, {
    tenantId,
    userIds: await findDeciders(trx, tenantId),
    text: {
      zh: `${name}：${TEXTS[kind].zh}`,
      en: `${name}: ${TEXTS[kind].en}`,
    },
    link: recordLink(FALL, id),
    kind: 'alarm',
  });
}

/** Stores a fall with its current kind. Returns false if a user has decided otherwise. */
export async function keepFall(trx: Trx, variable: TelemetryVariable, fall: Fall): Promise<boolean> {
  const { tenantId, sn, deviceSn, stationSn, unit, rollOver } = variable;
  const name = nameOf(variable);
  const { kind, before, after, back, wrong } = fall;
  const stored = await readStored(trx, variable, fall);
  if (stored && (stored.state !== 'judged' || stored.kind === kind)) return stored.state === 'judged';
  const judged = {
    ...{ kind, leftOut: wrong.length, counted: countFall(fall, rollOver) },
    ...{ beforeAt: isoOf(before.ts), before: before.value },
    ...{ backAt: back && isoOf(back.ts), back: back?.value ?? null },
  };
  const place = {
    tenantId,
    name,
    variableSn: sn,
    deviceSn,
    stationSn,
    unit,
    afterAt: isoOf(after.ts),
    after: after.value,
  };
  const { id } = stored
    ? await trx
        .updateTable('counterFall')
        .set({ ...judged, version: sql`version + 1` })
        .where('tenantId', '=', tenantId)
        .where('id', '=', stored.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await trx
        .insertInto('counterFall')
        .values({ ...place, ...judged, state: 'judged' })
        .returning('id')
        .executeTakeFirstOrThrow();
  publishOnCommit(trx, { type: 'entity', entity: FALL, tenantId, id, do: stored ? 'update' : 'create' });
  await notifyFirst(trx, variable, kind, id);
  return true;
}
