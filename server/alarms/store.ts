import { sql } from 'kysely';
import type { Trx } from '../db/index.ts';
import { type Change, info_text, type Rule, value_text } from './evaluate.ts';
import { ALARM_HANDLED, ALARM_OPEN } from './status.ts';

/** An alarm that an operation changed, as the hub tells about it. */
export interface AlarmChanged {
  id: number;
  tenantId: number;
  stationSn: string;
  status: number;
}

const CHANGED = ['id', 'tenantId', 'stationSn', 'status'] as const;

/**
 * Opens the alarm of a rule unless one is there that has not recovered. A point may be judged by several server
 * processes, late and with gaps, so an alarm that recovered at a later value keeps it from being raised again;
 * what was judged from the latest value itself (`certain`) needs no such care.
 */
export async function alarm_open(
  trx: Trx,
  { rule, ts, value }: Change,
  certain: boolean,
): Promise<AlarmChanged | undefined> {
  const time = new Date(ts).toISOString();
  const ofRule = { tenantId: rule.tenantId, generaterId: rule.id, source: rule.variableSn };
  // A rule deleted while this change waited raises nothing any more.
  const wanted = await trx
    .selectFrom('alarmGenerater')
    .select('id')
    .where('tenantId', '=', rule.tenantId)
    .where('id', '=', rule.id)
    .forKeyShare()
    .executeTakeFirst();
  if (!wanted) return undefined;
  const later = certain
    ? undefined
    : await trx
        .selectFrom('alarm')
        .select('id')
        .where((build) => build.and(ofRule))
        .where('recoverTime', '>=', time)
        .limit(1)
        .executeTakeFirst();
  if (later) return undefined;
  return trx
    .insertInto('alarm')
    .values({
      ...ofRule,
      reportTime: time,
      info: info_text(rule, value),
      status: ALARM_OPEN,
      level: rule.level,
      stationSn: rule.stationSn,
      deviceSn: rule.deviceSn,
      variableSn: rule.variableSn,
      value: value_text(value, rule.decimals),
    })
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'generaterId', 'source']).where('recoverTime', 'is', null).doNothing(),
    )
    .returning(CHANGED)
    .executeTakeFirst();
}

/** The value is good again: an open alarm is closed without a checker, a confirmed one may be raised anew from now on. */
export async function alarm_recover(trx: Trx, { rule, ts }: Change): Promise<AlarmChanged | undefined> {
  return trx
    .updateTable('alarm')
    .set({
      status: ALARM_HANDLED,
      recoverTime: new Date(ts).toISOString(),
      updatedAt: sql`now()`,
      version: sql`version + 1`,
    })
    .where('tenantId', '=', rule.tenantId)
    .where('generaterId', '=', rule.id)
    .where('source', '=', rule.variableSn)
    .where('recoverTime', 'is', null)
    .returning(CHANGED)
    .executeTakeFirst();
}

/** Nobody watches these any more: their rule, variable or device is gone or switched off. */
export async function alarms_closeOrphans(
  trx: Trx,
  tenantId: number | null,
  active: readonly Rule[],
): Promise<AlarmChanged[]> {
  const watched = new Set(active.map((rule) => `${rule.tenantId} ${rule.id} ${rule.variableSn}`));
  const unrecovered = await trx
    .selectFrom('alarm')
    .select(['id', 'tenantId', 'generaterId', 'source'])
    .where('recoverTime', 'is', null)
    .$if(tenantId !== null, (query) => query.where('tenantId', '=', tenantId as number))
    .execute();
  const orphans = unrecovered.filter(
    (one) => !watched.has(`${one.tenantId} ${one.generaterId} ${one.source}`),
  );
  const closed = await Promise.all(
    orphans.map(({ tenantId: owner, id }) =>
      trx
        .updateTable('alarm')
        .set({
          status: ALARM_HANDLED,
          recoverTime: sql`now()`,
          updatedAt: sql`now()`,
          version: sql`version + 1`,
        })
        .where('tenantId', '=', owner)
        .where('id', '=', id)
        .where('recoverTime', 'is', null)
        .returning(CHANGED)
        .executeTakeFirst(),
    ),
  );
  return closed.filter((one) => one !== undefined);
}
