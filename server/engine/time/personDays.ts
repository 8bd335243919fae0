/**
 * Answers how much work people have on days, and how much is possible. Work is counted over all entities with `work`.
 * The working calendar and the absences of entities with `absence` determine what is possible.
 */
import { type RawBuilder, sql } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { dayAfter } from '../../../runtime/core/time/workDays.ts';
import { type Half, possibleMinutes } from '../../../runtime/core/time/workHours.ts';
import type { ScopedTrx, Trx } from '../../platform/db/index.ts';
import { trxAny } from '../../platform/db/tables/anyTable.ts';
import { recordScope } from '../access/recordScope.ts';
import { type EntityName, seen } from '../access/scopedRecords.ts';
import type { CallContext, Session } from '../context.ts';
import { daySql } from '../statistics/scope.ts';
import { readCalendar, type TenantCalendar } from './calendar.ts';
import { instantOf } from './series.ts';

export interface PersonDay {
  userId: number;
  /** As `2027-03-04`, in the zone of the tenant's calendar. */
  day: string;
  /** Minutes of work that the caller may see. */
  minutes: number;
  /** Minutes of work that are possible. */
  possible: number;
  absent: boolean;
}

interface Span {
  users: readonly number[];
  from: string;
  to: string;
}

type Work = NonNullable<EntityDefinition['work']>;
/** A record whose own minutes are not counted. */
type Without = { entity: string; id: number } | null;

const MIDNIGHT = '00:00';
const HALVES: readonly Half[] = ['morning', 'afternoon'];

const keyOf = (userId: number, day: string): string => `${userId} ${day}`;
const dayText = (day: RawBuilder<unknown>) => sql<string>`to_char(${day}, 'YYYY-MM-DD')`;
const isInstant = (entity: EntityDefinition, field: string): boolean =>
  entity.schema.properties?.[field]?.format === 'date-time';

/** Adds the minutes of one entity to those of each user and day. */
async function addWork(
  { trx, session, zone }: { trx: ScopedTrx; session: Session; zone: string },
  { entity, work, without }: { entity: EntityDefinition; work: Work; without: Without },
  { users, from, to }: Span,
  sums: Map<string, number>,
): Promise<void> {
  const { by, on, minutes, where = {} } = work;
  const instant = isInstant(entity, on);
  const day = dayText(daySql(sql.ref(`w.${on}`), instant ? 'date-time' : 'date', zone));
  let query = trxAny(trx)
    .selectFrom(seen(trx, session, entity.name as EntityName).as('w'))
    .select([`w.${by} as userId`, day.as('onDay'), ({ fn }) => fn.sum<string>(`w.${minutes}`).as('minutes')])
    .where(`w.${by}`, 'in', [...users])
    .where(`w.${on}`, '>=', instant ? instantOf(from, MIDNIGHT, zone) : from)
    .where(`w.${on}`, '<', instant ? instantOf(dayAfter(to), MIDNIGHT, zone) : dayAfter(to))
    .groupBy([`w.${by}`, 'onDay']);
  for (const [name, value] of Object.entries(where)) query = query.where(`w.${name}`, 'in', [value].flat());
  if (without?.entity === entity.name) query = query.where('w.id', '!=', without.id);
  for (const row of await query.execute()) {
    const key = keyOf(Number(row.userId), String(row.onDay));
    sums.set(key, (sums.get(key) ?? 0) + Number(row.minutes ?? 0));
  }
}

/** Returns the absent halves of each user and day. The kind of an absence is not revealed (L20). */
async function readAbsences(trx: ScopedTrx, { users, from, to }: Span): Promise<Map<string, Half[]>> {
  const found = new Map<string, Half[]>();
  for (const { name, absence } of entityRegistry.all()) {
    if (!absence) continue;
    const rows = await trxAny(trx)
      .selectFrom(`${name} as a`)
      .select([`a.${absence.by} as userId`, dayText(sql.ref(`a.${absence.day}`)).as('day')])
      .$if(absence.half !== undefined, (query) => query.select(`a.${absence.half} as half`))
      .where(`a.${absence.by}`, 'in', [...users])
      .where(`a.${absence.day}`, '>=', from)
      .where(`a.${absence.day}`, '<=', to)
      .execute();
    for (const { userId, day, half } of rows) {
      const key = keyOf(Number(userId), String(day));
      const halves = HALVES.filter((one) => half === undefined || half === null || one === half);
      found.set(key, [...(found.get(key) ?? []), ...halves]);
    }
  }
  return found;
}

function listDays(from: string, to: string): string[] {
  const days = [];
  for (let day = from; day <= to; day = dayAfter(day)) days.push(day);
  return days;
}

/** Returns each day of each user, in the order of the users. */
export async function readDays(
  trx: Trx,
  session: Session,
  calendar: TenantCalendar,
  span: Span,
  without: Without = null,
): Promise<PersonDay[]> {
  const sums = new Map<string, number>();
  for (const entity of entityRegistry.all())
    if (entity.work && recordScope(session, entity, 'list') !== null)
      await addWork(
        { trx, session, zone: calendar.zone },
        { entity, work: entity.work, without },
        span,
        sums,
      );
  const absences = await readAbsences(trx, span);
  return span.users.flatMap((userId) =>
    listDays(span.from, span.to).map((day) => {
      const absent = absences.get(keyOf(userId, day)) ?? [];
      return {
        ...{ userId, day, absent: absent.length > 0 },
        minutes: sums.get(keyOf(userId, day)) ?? 0,
        possible: possibleMinutes(calendar, day, absent),
      };
    }),
  );
}

/** Returns the days with work or an absence. Users of other tenants have neither. */
export const readPersonDays = ({ db, session }: Pick<CallContext, 'db' | 'session'>, span: Span) =>
  db.tenant(session.tenantId, async (trx) => {
    const days = await readDays(trx, session, await readCalendar(trx), span);
    return days.filter(({ minutes, absent }) => minutes > 0 || absent);
  });
