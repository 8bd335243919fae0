/** Starts automations that are due. */
import { sql } from 'kysely';
import { isTriggerOf, type Trigger } from '../../../runtime/core/automation/drawing.ts';
import { ruleDays } from '../../../runtime/core/time/recurrence.ts';
import { dayAfter, placeDays } from '../../../runtime/core/time/workDays.ts';
import type { Trx } from '../../platform/db/index.ts';
import { publishOnCommit } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { recordWhere } from '../access/recordScope.ts';
import type { Session } from '../context.ts';
import { allColumns } from '../entities/write/writableColumns.ts';
import { readCalendar, type TenantCalendar } from '../time/calendar.ts';
import type { TimeParts } from '../time/platformStep.ts';
import { dayAt, instantOf } from '../time/series.ts';
import { type Automation, openAutomation } from './automation.ts';
import { isMet } from './match.ts';
import { selectAutomations } from './memory.ts';
import { openOwner } from './owner.ts';
import { addRuns, type NewRun, stoppingRun } from './queue.ts';
import { findHiddenField } from './sight.ts';

type Timed = Extract<Trigger, { on: 'time' }>;

/** Maximum numbers of records read and matched in one run, the newest first. */
const MOST_LOOKED = 5_000;
const MOST_MATCHING = 200;
/** Number of days ahead in which the next run is searched. */
const LOOK_DAYS = 800;
const BATCH = 100;

/** Returns the moments of a rule in a window of days. */
export function momentsOf(
  { rule, from, at, days = 'any' }: Timed,
  calendar: TenantCalendar,
  window: { from: string; to: string },
): string[] {
  const named = ruleDays(rule, from, window);
  return placeDays(named, days, calendar).map(({ day }) => instantOf(day, at, calendar.zone));
}

/** Returns the first moment after `now`, in epoch milliseconds. Null if there is none within LOOK_DAYS. */
export function nextMoment(trigger: Timed, calendar: TenantCalendar, now: number): string | null {
  const today = dayAt(now, calendar.zone);
  const window = { from: dayAfter(today, -1), to: dayAfter(today, LOOK_DAYS) };
  return momentsOf(trigger, calendar, window).find((moment) => Date.parse(moment) > now) ?? null;
}

/** Returns the matching records among those that the owner may see. */
export async function findMatching(trx: Trx, session: Session, automation: Automation): Promise<Row[]> {
  const { subject } = automation;
  if (!subject) return [];
  const where = recordWhere(session, subject, 'list');
  const query = trxAny(trx)
    .selectFrom(subject.name)
    .select(allColumns(subject))
    .orderBy('id', 'desc')
    .limit(MOST_LOOKED);
  const rows: Row[] = await (where ? query.where(where) : query).execute();
  const matching: Row[] = [];
  for (const row of rows) if (await isMet(trx, automation, subject, row)) matching.push(row);
  return matching;
}

async function runsOf(trx: Trx, session: Session, automation: Automation): Promise<NewRun[]> {
  const { id: automationId, drawing, name, subject } = automation;
  const plain = { automationId, trigger: 'time' as const };
  if (drawing.entity === null || !subject) return [{ ...plain, subject: name, about: null, recordId: null }];
  const rows = await findMatching(trx, session, automation);
  if (rows.length > MOST_MATCHING) throw new AppError('automation.manyRecords', { count: MOST_MATCHING });
  return rows.map((row) => ({
    ...{ ...plain, subject: `#${row.id}`, about: subject.title, recordId: Number(row.id) },
  }));
}

/** Queues the runs of a due automation and sets its next moment, in one transaction. */
async function startDue(trx: Trx, tenantId: number, id: number, now: number): Promise<void> {
  const locked = await trx
    .selectFrom('automation')
    .select(['nextRun', 'state'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  const stored = await selectAutomations(trx, tenantId).where('a.id', '=', id).executeTakeFirst();
  if (locked?.state !== 'on' || !stored || !isTriggerOf(stored.drawing.trigger, 'time')) return;
  const isDue = locked.nextRun !== null && Date.parse(locked.nextRun) <= now;
  if (locked.nextRun !== null && !isDue) return;
  const automation = openAutomation(stored);
  const owner = isDue ? await openOwner(trx, tenantId, stored) : null;
  const isSeen = owner !== null && findHiddenField(automation, owner) === undefined;
  if (isDue)
    await addRuns(trx, tenantId, isSeen ? await runsOf(trx, owner, automation) : [stoppingRun(automation)]);
  await trx
    .updateTable('automation')
    .set({ nextRun: nextMoment(stored.drawing.trigger, await readCalendar(trx), now) })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .execute();
  publishOnCommit(trx, { type: 'entity', entity: 'automation', tenantId, id, do: 'update' });
}

/** Starts all automations that are due at `now`, in epoch milliseconds. Each moment starts an automation only once. */
export async function runDue({ db, log }: TimeParts, now = Date.now(), signal?: AbortSignal): Promise<void> {
  const due = await db.system((trx) =>
    trx
      .selectFrom('automation')
      .select(['tenantId', 'id'])
      .where('state', '=', 'on')
      .where('trigger', '=', 'time')
      .where((eb) =>
        eb.or([eb('nextRun', 'is', null), eb('nextRun', '<=', sql<string>`${new Date(now).toISOString()}`)]),
      )
      .orderBy('nextRun')
      .limit(BATCH)
      .execute(),
  );
  for (const { tenantId, id } of due) {
    if (signal?.aborted) return;
    try {
      await db.tenant(tenantId, (trx) => startDue(trx, tenantId, Number(id), now));
    } catch (error) {
      log.error('an automation could not be started', { tenantId, id: Number(id), error });
    }
  }
}
