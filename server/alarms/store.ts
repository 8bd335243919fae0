import { sql } from 'kysely';
import type { Trx } from '../db/index.ts';
import { reminders_start } from '../notify/reminders.ts';
import type { LoadedRule } from './rules.ts';
import { ALARM_HANDLED, ALARM_OPEN } from './status.ts';
import { suppression_find } from './suppression.ts';
import { info_text, value_text } from './text.ts';
import type { Change } from './types.ts';

/** An alarm that an operation changed, as the hub tells about it. */
export interface AlarmChanged {
  id: number;
  tenantId: number;
  stationSn: string;
  status: number;
}

const CHANGED = ['id', 'tenantId', 'stationSn', 'status'] as const;

/** Whether a later value of the same rule and source was good already. */
async function recovered_later(trx: Trx, { rule, source, ts }: Change): Promise<boolean> {
  const later = await trx
    .selectFrom('alarm')
    .select('id')
    .where('tenantId', '=', rule.tenantId)
    .where('generaterId', '=', rule.id)
    .where('source', '=', source)
    .where('recoverTime', '>=', new Date(ts).toISOString())
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

/**
 * Whether a later point of the watched variable is committed: another process may have judged it already. The row is
 * kept as it is until the change is stored.
 */
async function newer_committed(trx: Trx, { rule, ts }: Change): Promise<boolean> {
  const { rows } = await sql<{ ts: number }>`
    select (extract(epoch from l.ts) * 1000)::float8 as ts from latest as l
      join device_variable as v on v.tenant_id = l.tenant_id and v.id = l.variable_id
     where v.tenant_id = ${rule.tenantId} and v.sn = ${rule.variableSn} for share of l`.execute(trx);
  return rows.some((latest) => latest.ts > ts);
}

/** Until the transaction ends nobody else opens or ends this alarm: what is looked up before a change stays true. */
async function alarm_lock(trx: Trx, { rule, source }: Pick<Change, 'rule' | 'source'>): Promise<void> {
  const key = `alarm ${rule.tenantId} ${rule.id} ${source}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}

/**
 * Opens the alarm of a rule unless one is there that has not recovered. A point may be judged by several server
 * processes, late and with gaps, or once more after a start, so an alarm that recovered at a later value keeps it from
 * being raised again; what holds by the latest value itself (`certain`) needs no such care while it still is the latest.
 *
 * Within a suppression window it is recorded as handled by that window and tells nobody.
 */
export async function alarm_open(
  trx: Trx,
  change: Change,
  certain: boolean,
): Promise<AlarmChanged | undefined> {
  const { rule, ts, value, source, about } = change;
  // A rule deleted while this change waited raises nothing any more.
  const wanted = await trx
    .selectFrom('alarmGenerater')
    .select('id')
    .where('tenantId', '=', rule.tenantId)
    .where('id', '=', rule.id)
    .forKeyShare()
    .executeTakeFirst();
  if (!wanted) return undefined;
  await alarm_lock(trx, change);
  const sure = certain && !(rule.passing && (await newer_committed(trx, change)));
  if (!sure && (await recovered_later(trx, change))) return undefined;
  const deviceSn = about?.deviceSn ?? rule.deviceSn;
  const suppressionId = await suppression_find(trx, { ...rule, deviceSn, ruleId: rule.id }, Date.now());
  const opened = await trx
    .insertInto('alarm')
    .values({
      tenantId: rule.tenantId,
      generaterId: rule.id,
      source,
      reportTime: new Date(ts).toISOString(),
      info: info_text(change),
      status: suppressionId === null ? ALARM_OPEN : ALARM_HANDLED,
      suppressionId,
      level: rule.level,
      stationSn: rule.stationSn,
      deviceSn,
      variableSn: rule.variableSn,
      value: value_text(value, rule) || null,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'generaterId', 'source']).where('recoverTime', 'is', null).doNothing(),
    )
    .returning([...CHANGED, 'level'])
    .executeTakeFirst();
  if (opened?.status === ALARM_OPEN) await reminders_start(trx, opened);
  return opened;
}

/**
 * The value was good again before the alarm was ended: another process ended it, which hears of some points only. What
 * lies between the two times may be another alarm, which that end must not keep from being raised.
 */
async function recovery_advance(trx: Trx, { rule, source }: Pick<Change, 'rule' | 'source'>, time: string) {
  await trx
    .updateTable('alarm')
    .set({ recoverTime: time, updatedAt: sql`now()`, version: sql`version + 1` })
    .where('tenantId', '=', rule.tenantId)
    .where('generaterId', '=', rule.id)
    .where('source', '=', source)
    .where('reportTime', '<=', time)
    .where('recoverTime', '>', time)
    .execute();
}

/** Until when what raised an alarm began: later than its end it cannot have. Null: a clock decided that. */
const begun_by = ({ condition, delayMs, hours }: Change['rule'], end: number): string | null =>
  condition.kind === 'noData' || hours !== null ? null : new Date(end + delayMs).toISOString();

/**
 * The value is good again: an open alarm is closed without a checker, a confirmed one may be raised anew from now on. A
 * process that lags does not close what another one raised by a later point.
 */
export async function alarm_recover(
  trx: Trx,
  { rule, ts, source }: Pick<Change, 'rule' | 'ts' | 'source'>,
): Promise<AlarmChanged | undefined> {
  await alarm_lock(trx, { rule, source });
  const time = new Date(ts).toISOString();
  const begunBy = begun_by(rule, ts);
  const ended = await trx
    .updateTable('alarm')
    .set({
      status: ALARM_HANDLED,
      recoverTime: time,
      updatedAt: sql`now()`,
      version: sql`version + 1`,
    })
    .where('tenantId', '=', rule.tenantId)
    .where('generaterId', '=', rule.id)
    .where('source', '=', source)
    .where('recoverTime', 'is', null)
    .$if(begunBy !== null, (query) => query.where('reportTime', '<=', begunBy as string))
    .returning(CHANGED)
    .executeTakeFirst();
  if (!ended && rule.passing) await recovery_advance(trx, { rule, source }, time);
  return ended;
}

/** Nobody watches these any more: their rule, variable or device is gone or switched off. */
export async function alarms_closeOrphans(
  trx: Trx,
  tenantId: number | null,
  active: readonly Pick<LoadedRule, 'rule' | 'sources'>[],
): Promise<AlarmChanged[]> {
  const watched = new Set(
    active.flatMap(({ rule, sources }) => sources.map((source) => `${rule.tenantId} ${rule.id} ${source}`)),
  );
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
