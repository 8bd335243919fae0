/**
 * Notifies users before and after dates of records. The transaction that notifies also stores the recipients for each
 * date. Each date is announced once. A moved date counts as a new date.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Reminder } from '../../../generated/definition.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { isConditionMet, type Values } from '../../../runtime/core/rules/rule.ts';
import { dayAfter } from '../../../runtime/core/time/workDays.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { NO_USER } from '../access/asker.ts';
import { fieldsOf } from '../entities/columns.ts';
import { rateColumns, rowInHome } from '../entities/exchangeRates.ts';
import { makeText } from '../entities/texts.ts';
import { placeOfRecord } from '../states/link.ts';
import { findPeople, listOwners } from '../states/people.ts';
import { readCalendar, type TenantCalendar } from './calendar.ts';
import type { TimeParts } from './platformStep.ts';
import { sendQuietly } from './quiet.ts';
import { dayAt, instantOf } from './series.ts';
import { readSpan } from './spans.ts';

const BATCH = 200;
const MORNING = '08:00';
const DAY_MS = 86_400_000;
/** Number of days in which a missed reminder is still sent. */
const LATE_DAYS = 7;
/** Number of days for which sent reminders are stored. */
const RETENTION_DAYS = 400;

/** Returns the name of a reminder, unique within its entity. */
export const reminderKey = ({ field, before, after }: Reminder): string =>
  `${field} ${before ? `-${before}` : `+${after}`}`;

interface Round {
  parts: TimeParts;
  tenantId: number;
  entity: Entity;
  reminder: Reminder;
  calendar: TenantCalendar;
  now: number;
}

/** Returns the window of due dates, from `after` (exclusive) to `until` (inclusive). */
export function dueWindow(
  reminder: Reminder,
  isDate: boolean,
  calendar: TenantCalendar,
  now: number,
): { after: string; until: string } {
  const span = readSpan(reminder.before ?? reminder.after ?? '');
  const sign = reminder.before ? 1 : -1;
  if (!isDate) {
    const shift = sign * ('ms' in span ? span.ms : span.days * DAY_MS);
    const late = LATE_DAYS * DAY_MS;
    return {
      after: new Date(now + Math.min(shift, 0) - late).toISOString(),
      until: new Date(now + shift).toISOString(),
    };
  }
  const { zone } = calendar;
  const today = dayAt(now, zone);
  const isTime = Date.parse(instantOf(today, reminder.at ?? MORNING, zone)) <= now;
  const day = isTime ? today : dayAfter(today, -1);
  const days = sign * ('days' in span ? span.days : 0);
  return { after: dayAfter(day, Math.min(days, 0) - LATE_DAYS), until: dayAfter(day, days) };
}

/** Returns the stored text of a date. It does not depend on the time zone of the database. */
const noted = (field: string, isDate: boolean): RawBuilder<string> =>
  isDate
    ? sql<string>`r.${sql.ref(field)}::text`
    : sql<string>`extract(epoch from r.${sql.ref(field)})::text`;

async function findDue(trx: Trx, round: Round, behind: number): Promise<{ id: number; value: string }[]> {
  const { tenantId, entity, reminder, calendar, now } = round;
  const isDate = fieldsOf(entity)[reminder.field]?.format === 'date';
  const { after, until } = dueWindow(reminder, isDate, calendar, now);
  const value = noted(reminder.field, isDate);
  const column = sql`r.${sql.ref(reminder.field)}`;
  const { rows } = await sql<{ id: number; value: string }>`
    select r.id, ${value} as value from ${sql.table(entity.name)} r
     where r.tenant_id = ${tenantId} and ${column} > ${after} and ${column} <= ${until} and r.id > ${behind}
       and not exists (select from reminder_told t
                        where t.tenant_id = ${tenantId} and t.entity = ${entity.name} and t.record_id = r.id
                          and t.reminder = ${reminderKey(reminder)} and t.value = ${value})
     order by r.id limit ${BATCH}`.execute(trx);
  return rows;
}

const filled = (row: Values): Values =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== ''));

async function notifyUsers(
  trx: Trx,
  { tenantId, entity, reminder, ...when }: Round,
  record: Row,
): Promise<void> {
  const owners = listOwners(entity, record);
  const people = await findPeople(trx, reminder.to, { entity, record, userId: owners[0] ?? NO_USER });
  await sendQuietly(trx, when, {
    tenantId,
    userIds: people,
    text: makeText(reminder.text, fieldsOf(entity), record, ''),
    link: placeOfRecord(entity, record),
    kind: 'reminder',
  });
}

/** Sends one batch. Returns the id of the last checked record, or null at the end. */
async function sendBatch(round: Round, behind: number): Promise<number | null> {
  const { parts, tenantId, entity, reminder, now } = round;
  return parts.db.tenant(tenantId, async (trx) => {
    const due = await findDue(trx, round, behind);
    const last = due.at(-1);
    if (!last) return null;
    const rows: Row[] = await trxAny(trx)
      .selectFrom(entity.name)
      .selectAll()
      .select(rateColumns(entity).map(([name, value]) => value.as(name)))
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .execute();
    const byId = new Map(rows.map((row) => [Number(row.id), row]));
    const meant = due.filter(({ id }) => {
      const row = byId.get(Number(id));
      return row && (!reminder.if || isConditionMet(reminder.if, filled(rowInHome(entity, row))));
    });
    // A concurrent process with the same reminder waits here. It then finds the reminder stored and sends nothing.
    const { rows: fresh } = await sql<{ id: number }>`
      insert into reminder_told (tenant_id, entity, record_id, reminder, value, at)
      select ${tenantId}, ${entity.name}, v.id, ${reminderKey(reminder)}, v.value, ${new Date(now).toISOString()}
        from unnest(${meant.map(({ id }) => id)}::int8[], ${meant.map(({ value }) => value)}::text[]) as v (id, value)
       order by v.id
      on conflict do nothing returning record_id as id`.execute(trx);
    for (const { id } of fresh) await notifyUsers(trx, round, byId.get(Number(id))!);
    return Number(last.id);
  });
}

async function deleteSent(parts: TimeParts, tenantId: number, now: number): Promise<void> {
  const past = new Date(now - RETENTION_DAYS * DAY_MS).toISOString();
  await parts.db.tenant(tenantId, (trx) => trx.deleteFrom('reminderTold').where('at', '<', past).execute());
}

/** Notifies all users whose reminders are due at `now`, in epoch milliseconds. */
export async function runReminders(parts: TimeParts, now = Date.now(), signal?: AbortSignal): Promise<void> {
  const reminding = entityRegistry.all().filter(({ remind }) => remind !== undefined);
  if (reminding.length === 0) return;
  const tenants = await parts.db.system((trx) =>
    trx.selectFrom('tenant').select('id').orderBy('id').execute(),
  );
  for (const { id: tenantId } of tenants) {
    const calendar = await parts.db.tenant(tenantId, readCalendar);
    for (const entity of reminding)
      for (const reminder of entity.remind ?? []) {
        const round = { parts, tenantId, entity, reminder, calendar, now };
        let behind: number | null = 0;
        while (behind !== null && !signal?.aborted) behind = await sendBatch(round, behind);
      }
    await deleteSent(parts, tenantId, now);
  }
}
