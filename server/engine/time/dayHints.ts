/** Warns in a form, before saving, that a user is absent on the day of their work, or has too much work on it. */
import type { EntityDefinition, Text } from '../../../generated/definition.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { formatNumber } from '../../../runtime/core/numbers/format.ts';
import { fieldsOfWork } from '../../../runtime/core/rules/across.ts';
import { recordHas } from '../../../runtime/core/rules/recordHas.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { ownedFields } from '../../../runtime/core/rules/states.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { trxAny } from '../../platform/db/tables/anyTable.ts';
import { named } from '../access/scopedRecords.ts';
import type { CallContext } from '../context.ts';
import { requireRecord } from '../entities/write/write.ts';
import { readCalendar } from './calendar.ts';
import { readDays } from './personDays.ts';
import { dayAt } from './series.ts';

type Work = NonNullable<EntityDefinition['work']>;

interface AbsenceSpan {
  text: Text;
  /** The first and the last day of the absence. */
  from: string;
  until: string;
}

const HOUR_MINUTES = 60;
const TENTHS = 10;
const DAY_LETTERS = 10;
const OVER: Text = {
  zh: '{name}当日工作共 {hours} 小时，可用 {possible} 小时',
  en: '{name} has {hours} h of work on that day, and {possible} h of working time',
};

const hoursText = (minutes: number): string =>
  formatNumber(Math.round((minutes / HOUR_MINUTES) * TENTHS) / TENTHS);

const fill = (text: Text, lang: Lang, values: Readonly<Record<string, string>>): string =>
  (pickText(text, lang) ?? '').replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/**
 * Finds the absence of a user on a day. The days of one absence have the same parent record. Null if the user
 * is not absent.
 */
async function findAbsence(trx: ScopedTrx, userId: number, day: string): Promise<AbsenceSpan | null> {
  for (const { name, absence, of } of entityRegistry.all()) {
    if (!absence) continue;
    const table = trxAny(trx).selectFrom(name);
    const row = await table
      .selectAll()
      .where(absence.by, '=', userId)
      .where(absence.day, '=', day)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!row) continue;
    if (!of) return { text: absence.text, from: day, until: day };
    const span = await table
      .select(({ fn }) => [fn.min(absence.day).as('from'), fn.max(absence.day).as('until')])
      .where(of.field, '=', row[of.field])
      .where(absence.by, '=', userId)
      .executeTakeFirstOrThrow();
    return { text: absence.text, from: String(span.from), until: String(span.until) };
  }
  return null;
}

/** Returns the user, the day and the minutes of a record. Null if it is not counted. */
function readTask({ by, on, minutes, where }: Work, record: Values, zone: string) {
  const [userId, at] = [record[by], record[on]];
  if (typeof userId !== 'number' || typeof at !== 'string' || !recordHas(record, where)) return null;
  const day = at.length > DAY_LETTERS ? dayAt(Date.parse(at), zone) : at;
  return { userId, day, minutes: Number(record[minutes] ?? 0) };
}

export interface DayHint {
  field: string;
  text: string;
  warn: true;
}

/** Returns the hints for entered values of a record. Call it only for users who may save the record. */
export async function findDayHints(
  { db, session, lang }: CallContext,
  entity: EntityDefinition,
  { id, values }: { id?: number; values: Values },
): Promise<DayHint[]> {
  const { work } = entity;
  if (!work || !fieldsOfWork(entity).some((name) => name in values)) return [];
  return db.tenant(session.tenantId, async (trx) => {
    const calendar = await readCalendar(trx);
    const stored =
      id === undefined
        ? Object.fromEntries(ownedFields(entity))
        : await requireRecord(trx, session, entity, id, 'update');
    const task = readTask(work, { ...stored, ...values }, calendar.zone);
    if (!task) return [];
    const { userId, day } = task;
    const user = await trx
      .selectFrom(named(trx, session, 'user').as('u'))
      .select('u.name')
      .where('u.id', '=', userId)
      .executeTakeFirst();
    if (!user) return [];
    const without = id === undefined ? null : { entity: entity.name, id };
    const [found] = await readDays(trx, session, calendar, { users: [userId], from: day, to: day }, without);
    const minutes = task.minutes + (found?.minutes ?? 0);
    const possible = found?.possible ?? 0;
    const absence = await findAbsence(trx, userId, day);
    const name = user.name ?? '';
    const texts = [
      ...(absence ? [fill(absence.text, lang, { name, from: absence.from, until: absence.until })] : []),
      ...(minutes > possible
        ? [fill(OVER, lang, { name, hours: hoursText(minutes), possible: hoursText(possible) })]
        : []),
    ];
    return texts.map((text) => ({ field: work.by, text, warn: true }));
  });
}
