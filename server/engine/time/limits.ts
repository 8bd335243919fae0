/**
 * Time limits of states. The time since when a record is in its state is read from its history. It is read again after
 * each new version of the record, so that no write is missed. A limit takes effect once for each stay in the state.
 */
import { type RawBuilder, sql } from 'kysely';
import type { StateLimit } from '../../../generated/definition.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { siteOf } from '../../../runtime/core/definitions/site.ts';
import { isConditionMet, type Values } from '../../../runtime/core/rules/rule.ts';
import { areMovesLocked, movesOf } from '../../../runtime/core/rules/states.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { NO_USER } from '../access/asker.ts';
import { fieldsOf } from '../entities/columns.ts';
import { inHome } from '../entities/exchangeRates.ts';
import { makeText } from '../entities/texts.ts';
import { writeGuard } from '../entities/write/constraints.ts';
import { findRecord } from '../entities/write/write.ts';
import { placeOfRecord } from '../states/link.ts';
import { findPeople, listOwners } from '../states/people.ts';
import { checkMove } from '../states/refusal.ts';
import { announceMove, type Moved, moveIn } from '../states/transition.ts';
import { readCalendar, type TenantCalendar } from './calendar.ts';
import { notifyFailed, refusalText } from './failure.ts';
import { platformStep, type TimeParts } from './platformStep.ts';
import { sendQuietly } from './quiet.ts';
import { instantOf } from './series.ts';
import { instantAfter, readSpan } from './spans.ts';

const DAY_MS = 86_400_000;
const MIDNIGHT = '00:00';

type Limited = Entity & { states: NonNullable<Entity['states']> & { limits: StateLimit[] } };

/** Returns the name of a limit, unique within its entity. */
export const limitKey = ({ in: states, from, after, move }: StateLimit): string =>
  [states.join(','), ...(from ? [from] : []), after, move ?? 'tell'].join(' ');

interface Round {
  parts: TimeParts;
  tenantId: number;
  entity: Limited;
  calendar: TenantCalendar;
  now: number;
}

/** Reads for changed records the time since when they have been in their state. */
async function readStays(trx: Trx, { tenantId, entity }: Round): Promise<void> {
  const { field, limits } = entity.states;
  const states = [...new Set(limits.flatMap((limit) => limit.in))].map(String);
  const state = sql`r.${sql.ref(field)}::text`;
  await sql`
    insert into state_stay as s (tenant_id, entity, record_id, version, state, since, done)
    select r.tenant_id, ${entity.name}, r.id, r.version, ${state},
           coalesce((select max(l.at) from audit_log l
                      where l.tenant_id = ${tenantId} and l.entity = ${entity.name} and l.record_id = r.id::text
                        and jsonb_exists(l.diff, ${field})), r.created_at), '{}'
      from ${sql.table(entity.name)} r
      left join state_stay k on k.tenant_id = ${tenantId} and k.entity = ${entity.name} and k.record_id = r.id
     where r.tenant_id = ${tenantId} and ${state} = any(${states}::text[])
       and (k.record_id is null or k.version <> r.version)
     order by r.id
    on conflict (tenant_id, entity, record_id) do update
       set version = excluded.version, state = excluded.state, since = excluded.since, failed = '{}',
           done = case when s.since = excluded.since then s.done else '{}' end`.execute(trx);
}

interface Stay {
  id: number;
  version: number;
  since: string;
  /** The time zone of the record's station. Null for a record without one. */
  zone: string | null;
}

/**
 * Returns an expression for the time zone of a record's station. It is null in SQL if the entity has no
 * station field.
 */
function stationZone({ tenantId, entity }: Round): RawBuilder<string | null> {
  const site = siteOf(entity);
  if (typeof site !== 'string') return sql`null`;
  return sql`(select t.time_zone from station t where t.tenant_id = ${tenantId} and t.sn = ${sql.ref(`r.${site}`)})`;
}

/** Finds the stays that may have exceeded the limit. For limits in days, the exact end is computed afterwards. */
async function findOver(trx: Trx, round: Round, limit: StateLimit): Promise<Stay[]> {
  const { tenantId, entity, calendar, now } = round;
  const span = readSpan(limit.after);
  const least = new Date(now - ('ms' in span ? span.ms : (span.days - 1) * DAY_MS)).toISOString();
  const key = limitKey(limit);
  const isDay = fieldsOf(entity)[limit.from ?? '']?.format === 'date';
  const since = limit.from ? sql.ref(`r.${limit.from}`) : sql.ref('s.since');
  const { rows } = await sql<Stay>`
    select s.record_id as id, s.version, ${isDay ? sql`${since}::text` : since} as since,
           ${isDay ? stationZone(round) : sql`null`} as zone
      from state_stay s join ${sql.table(entity.name)} r on r.tenant_id = s.tenant_id and r.id = s.record_id
     where s.tenant_id = ${tenantId} and s.entity = ${entity.name} and s.state = any(${limit.in.map(String)}::text[])
       and ${since} <= ${least} and not ${key} = any(s.done) and not ${key} = any(s.failed)
     order by ${since}, s.record_id`.execute(trx);
  return rows.filter((stay) => {
    // A day begins and ends where the station is.
    const place = stay.zone === null ? calendar : { ...calendar, zone: stay.zone };
    const begin = Date.parse(isDay ? instantOf(stay.since, MIDNIGHT, place.zone) : stay.since);
    return instantAfter(begin, span, place, limit.working === true) <= now;
  });
}

const filled = (row: Values): Values =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== ''));

/** Returns the locked record, if it has not changed since the stay was read. Null if it has. */
async function findStaying(trx: Trx, { entity }: Round, limit: StateLimit, stay: Stay): Promise<Row | null> {
  const current = await trx
    .selectFrom('stateStay')
    .select(['version', 'done'])
    .where('entity', '=', entity.name)
    .where('recordId', '=', stay.id)
    .forUpdate()
    .executeTakeFirst();
  if (current?.version !== stay.version || current.done.includes(limitKey(limit))) return null;
  const record = await findRecord(trx, entity, stay.id, true).catch(() => null);
  return record?.version === stay.version ? record : null;
}

async function notifyUsers(
  trx: Trx,
  { tenantId, entity, ...when }: Round,
  { to, text }: StateLimit,
  record: Row,
): Promise<void> {
  if (!to || !text) return;
  const owners = listOwners(entity, record);
  await sendQuietly(trx, when, {
    tenantId,
    userIds: await findPeople(trx, to, { entity, record, userId: owners[0] ?? NO_USER }),
    text: makeText(text, fieldsOf(entity), record, ''),
    link: placeOfRecord(entity, record),
    kind: 'reminder',
  });
}

const note = (trx: Trx, { entity }: Round, stay: Stay, column: 'done' | 'failed', key: string) =>
  trx
    .updateTable('stateStay')
    .set({ [column]: sql<string[]>`array_append(${sql.ref(column)}, ${key})` })
    .where('entity', '=', entity.name)
    .where('recordId', '=', stay.id)
    .execute();

/** Applies the effect of a limit. Returns the transition that it made. Null if it made none. */
async function endStay(round: Round, limit: StateLimit, stay: Stay): Promise<Moved | null> {
  const { parts, tenantId, entity, calendar } = round;
  const ctx = platformStep(parts, tenantId, calendar.zone);
  return writeGuard(parts.db, entity, { deleting: false, lang: ctx.lang }, () =>
    parts.db.tenant(tenantId, async (trx) => {
      const record = await findStaying(trx, round, limit, stay);
      if (!record) return null;
      if (limit.if && !isConditionMet(limit.if, filled(await inHome(trx, entity, record)))) return null;
      const transition = movesOf(entity).find(({ name }) => name === limit.move);
      // An approval that locks the record also delays the limit.
      if (transition && areMovesLocked(entity, record)) return null;
      await note(trx, round, stay, 'done', limitKey(limit));
      await notifyUsers(trx, round, limit, record);
      if (!transition) return null;
      await checkMove(trx, entity, transition, record, ctx);
      return { ...(await moveIn(trx, entity, transition, record, {}, ctx)), stale: false };
    }),
  );
}

/**
 * Records that a transition was refused, and notifies the owner. It is retried only after a change of the
 * record.
 */
async function noteRefused(round: Round, limit: StateLimit, stay: Stay, error: AppError): Promise<void> {
  const { parts, tenantId, entity } = round;
  await parts.db.tenant(tenantId, async (trx) => {
    const record = await findStaying(trx, round, limit, stay);
    if (!record) return;
    await note(trx, round, stay, 'failed', limitKey(limit));
    await notifyFailed(trx, tenantId, entity, record, refusalText(error));
  });
}

async function runLimit(round: Round, limit: StateLimit, signal?: AbortSignal): Promise<void> {
  const { parts, tenantId, entity } = round;
  const over = await parts.db.tenant(tenantId, (trx) => findOver(trx, round, limit));
  for (const stay of over) {
    if (signal?.aborted) return;
    try {
      const moved = await endStay(round, limit, stay);
      if (moved) announceMove(platformStep(parts, tenantId, round.calendar.zone), entity, moved);
    } catch (error) {
      if (error instanceof AppError) await noteRefused(round, limit, stay, error);
      else parts.log.error('a time limit failed', { tenantId, entity: entity.name, id: stay.id, error });
    }
  }
}

const isLimited = (entity: Entity): entity is Limited => entity.states?.limits !== undefined;

/** Applies the time limits at `now`, in epoch milliseconds. */
export async function runLimits(parts: TimeParts, now = Date.now(), signal?: AbortSignal): Promise<void> {
  const limited = entityRegistry.all().filter(isLimited);
  if (limited.length === 0) return;
  const tenants = await parts.db.system((trx) =>
    trx.selectFrom('tenant').select('id').orderBy('id').execute(),
  );
  for (const { id: tenantId } of tenants) {
    const calendar = await parts.db.tenant(tenantId, readCalendar);
    for (const entity of limited) {
      const round = { parts, tenantId, entity, calendar, now };
      await parts.db.tenant(tenantId, (trx) => readStays(trx, round));
      for (const limit of entity.states.limits) await runLimit(round, limit, signal);
    }
  }
}
