/**
 * Creates the records of schedules. Due plans are found by comparing plans with the last processed version, so no
 * write and no crash is missed. A day is noted in the transaction that creates its record, under a lock of the series.
 * Therefore concurrent processes create each record once.
 */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Schedule } from '../../../generated/definition.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { dayAfter } from '../../../runtime/core/time/workDays.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { writeGuard } from '../entities/write/constraints.ts';
import { readCalendar, type TenantCalendar } from './calendar.ts';
import { notifyFailed, refusalText } from './failure.ts';
import { inputOf, type Making, makeRecords, makingKey, type Plan, readMade, renewRecords } from './made.ts';
import { makingsOf, type PlanLines, readPlanLines } from './planLines.ts';
import { platformStep, type TimeParts } from './platformStep.ts';
import { countBefore, dayAt, dueOf, settingsOf } from './series.ts';

/** Number of plans that are read in one transaction. */
const BATCH = 250;
/** Number of simultaneous transactions. */
const LANES = 2;
const AGAIN_MS = 3_600_000;
/** The plan id and version for the series of a tenant, which has no plan record. */
const TENANT_PLAN = 0;
const TENANT_VERSION = 1;
/** The version of a deleted plan. */
const GONE = -1;

type Scheduled = Entity & { schedule: Schedule };

const isScheduled = (entity: Entity): entity is Scheduled => entity.schedule !== undefined;

/** Returns the entities whose records are plans. */
export const scheduledEntities = (): Scheduled[] => entityRegistry.all().filter(isScheduled);

/**
 * Returns whether the schedule creates records of its own entity. Such a series belongs to the tenant, not to a plan.
 */
const isTenants = ({ name, schedule }: Scheduled): boolean => schedule.create.entity === name;

interface Round {
  parts: TimeParts;
  tenantId: number;
  entity: Scheduled;
  calendar: TenantCalendar;
  meaning: string;
  now: number;
}

const meaningOf = ({ schedule }: Scheduled, calendar: TenantCalendar): string =>
  createHash('sha256')
    .update(JSON.stringify([schedule, schedule.days === undefined ? calendar.zone : calendar.meaning]))
    .digest('base64url');

/** Finds plans that are new, changed, deleted or due. For a failed plan, compares the version of its last attempt. */
async function findDue(trx: Trx, { tenantId, entity, meaning, now }: Round): Promise<number[]> {
  const at = new Date(now).toISOString();
  const series = sql`s.tenant_id = ${tenantId} and s.entity = ${entity.name}`;
  const isRead = (version: RawBuilder<unknown>) => sql`case when s.failed is null
    then s.version = ${version} and s.meaning = ${meaning} else s.tried = concat(${version}, ' ', ${meaning}::text) end`;
  const isDue = sql`coalesce(s.due_at <= ${at}, false)`;
  if (isTenants(entity)) {
    const { rows } = await sql<{ isDone: boolean }>`
      select ${isRead(sql`${TENANT_VERSION}::int4`)} and not ${isDue} as is_done
        from schedule_series s where ${series} and s.plan_id = ${TENANT_PLAN}`.execute(trx);
    return rows[0]?.isDone ? [] : [TENANT_PLAN];
  }
  const plans = sql.table(entity.name);
  const { rows } = await sql<{ id: number }>`
    select p.id from ${plans} p left join schedule_series s on ${series} and s.plan_id = p.id
     where p.tenant_id = ${tenantId} and (s.plan_id is null or not ${isRead(sql`p.version`)} or ${isDue})
     union all
    select s.plan_id from schedule_series s
     where ${series} and s.plan_id <> ${TENANT_PLAN} and s.version <> ${GONE} and (s.failed is null or ${isDue})
       and not exists (select from ${plans} p where p.tenant_id = ${tenantId} and p.id = s.plan_id)
     order by 1`.execute(trx);
  return rows.map(({ id }) => Number(id));
}

interface SeriesRow {
  planId: number;
  version: number;
  meaning: string;
  madeUntil: string | null;
  failed: string | null;
}

/** Locks the series of these plans. Concurrent processes with the same plans wait here. */
async function lockSeries(
  trx: Trx,
  { tenantId, entity }: Round,
  ids: readonly number[],
): Promise<Map<number, SeriesRow>> {
  await sql`
    insert into schedule_series (tenant_id, entity, plan_id, version, meaning)
    select ${tenantId}, ${entity.name}, id, 0, '' from unnest(${[...ids]}::int8[]) as v (id)
    on conflict do nothing`.execute(trx);
  const rows = await trx
    .selectFrom('scheduleSeries')
    .select(['planId', 'version', 'meaning', 'madeUntil', 'failed'])
    .where('entity', '=', entity.name)
    .where('planId', 'in', [...ids])
    .orderBy('planId')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.planId, row]));
}

async function readPlans(trx: Trx, { entity }: Round, ids: readonly number[]): Promise<Map<number, Row>> {
  if (isTenants(entity)) return new Map([[TENANT_PLAN, { version: TENANT_VERSION, createdAt: null }]]);
  const rows: Row[] = await trxAny(trx)
    .selectFrom(entity.name)
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [Number(row.id), row]));
}

interface Looked {
  planId: number;
  version: number;
  madeUntil: string | null;
  dueAt: string | null;
}

const earlier = (first: string, second: string): string => (first < second ? first : second);
const later = (first: string, second: string): string => (first > second ? first : second);

interface PlanWork {
  looked: Looked;
  makings: Making[];
  /** The future days, if the plan has changed. */
  renewal: { after: string; makings: Making[] } | null;
}

/** Computes the pending work for a plan. */
function workOn(
  { entity, calendar, meaning, now }: Round,
  row: Row | undefined,
  series: SeriesRow,
  linesOf: (plan: Row) => PlanLines,
): PlanWork {
  const { planId, madeUntil } = series;
  const zone = calendar.zone;
  const settings = row && settingsOf(entity, entity.schedule, row, calendar);
  const isAnew = series.version !== Number(row?.version ?? GONE) || series.meaning !== meaning;
  const known = series.meaning !== '';
  if (!row || !settings) {
    const looked = { planId, version: row ? Number(row.version) : GONE, madeUntil, dueAt: null };
    return { looked, makings: [], renewal: known ? { after: dayAt(now, zone), makings: [] } : null };
  }
  const plan: Plan = { id: planId, input: inputOf(entity.schedule, row), settings };
  const today = dayAt(now, settings.zone);
  const to = dayAfter(today, settings.ahead);
  const first = row.createdAt === null ? today : dayAt(Date.parse(String(row.createdAt)), settings.zone);
  // Missed days are made up, but a new plan creates no records for past days.
  const since = madeUntil === null ? first : dayAfter(madeUntil);
  const from = isAnew ? earlier(since, later(today, first)) : since;
  const { occurrences, nextAt } = dueOf(settings, calendar, from, to);
  const lines = linesOf(row);
  // Counted only for turns, because counting takes longer the older the series is.
  const before = lines.turns && occurrences.length > 0 ? countBefore(settings, calendar, from) : 0;
  const makings = makingsOf(plan, occurrences, lines, before);
  return {
    looked: { planId, version: Number(row.version), madeUntil: to, dueAt: nextAt },
    makings,
    renewal: known && isAnew ? { after: today, makings } : null,
  };
}

async function noteLooked(
  trx: Trx,
  { tenantId, entity, meaning }: Round,
  looked: readonly Looked[],
): Promise<void> {
  await sql`
    update schedule_series s
       set version = v.version, meaning = ${meaning}, made_until = v.made_until, due_at = v.due_at, failed = null
      from unnest(${looked.map((one) => one.planId)}::int8[], ${looked.map((one) => one.version)}::int4[],
                  ${looked.map((one) => one.madeUntil)}::date[], ${looked.map((one) => one.dueAt)}::timestamptz[])
        as v (plan_id, version, made_until, due_at)
     where s.tenant_id = ${tenantId} and s.entity = ${entity.name} and s.plan_id = v.plan_id`.execute(trx);
}

/** Creates the due records of some plans in one transaction. */
async function makePlans(round: Round, ids: readonly number[]): Promise<void> {
  const { parts, tenantId, entity, calendar } = round;
  const { schedule } = entity;
  const ctx = platformStep(parts, tenantId, calendar.zone);
  await writeGuard(parts.db, entity, { deleting: false, lang: ctx.lang }, () =>
    parts.db.tenant(tenantId, async (trx) => {
      const series = await lockSeries(trx, round, ids);
      const rows = await readPlans(trx, round, ids);
      const made = await readMade(trx, entity, ids);
      const linesOf = await readPlanLines(trx, entity, schedule, [...rows.values()]);
      const works = [...series.values()].map((one) => workOn(round, rows.get(one.planId), one, linesOf));
      for (const { looked, renewal } of works)
        if (renewal)
          await renewRecords(trx, ctx, entity, schedule, { ...renewal, made: made.get(looked.planId) ?? [] });
      const there = new Set([...made.values()].flat().map((one) => `${one.planId} ${makingKey(one)}`));
      const fresh = works
        .flatMap(({ makings }) => makings)
        .filter(
          ({ plan, occurrence, part }) => !there.has(`${plan.id} ${makingKey({ ...occurrence, part })}`),
        );
      await makeRecords(trx, ctx, entity, schedule, fresh);
      await noteLooked(
        trx,
        round,
        works.map(({ looked }) => looked),
      );
    }),
  );
}

/**
 * Records that a plan failed, which does not delay others. It is retried after an hour, or after a change.
 */
async function noteFailed(round: Round, id: number, error: unknown): Promise<void> {
  const { parts, tenantId, entity, meaning, now } = round;
  const refusal = error instanceof AppError ? error : new AppError('http.internal');
  if (refusal !== error) parts.log.error('a schedule failed', { tenantId, entity: entity.name, id, error });
  const failed = refusalText(refusal);
  await parts.db.tenant(tenantId, async (trx) => {
    const before = (await lockSeries(trx, round, [id])).get(id);
    const row = (await readPlans(trx, round, [id])).get(id);
    const dueAt = new Date(now + AGAIN_MS).toISOString();
    await trx
      .updateTable('scheduleSeries')
      .set({ failed: failed.zh, tried: `${row?.version ?? GONE} ${meaning}`, dueAt })
      .where('entity', '=', entity.name)
      .where('planId', '=', id)
      .execute();
    if (row && before?.failed !== failed.zh) await notifyFailed(trx, tenantId, entity, row, failed);
  });
}

async function makeSome(round: Round, ids: readonly number[]): Promise<void> {
  try {
    await makePlans(round, ids);
  } catch (error) {
    if (ids.length === 1) return noteFailed(round, ids[0]!, error);
    for (const id of ids) await makeSome(round, [id]);
  }
}

/**
 * Creates the due records of these plans, in parallel transactions. While one waits for the database, another computes
 * values.
 */
async function makeDue(round: Round, due: readonly number[], signal?: AbortSignal): Promise<void> {
  const batches = Array.from({ length: Math.ceil(due.length / BATCH) }, (_, at) =>
    due.slice(at * BATCH, (at + 1) * BATCH),
  );
  const lane = async (): Promise<void> => {
    for (let ids = batches.shift(); ids && !signal?.aborted; ids = batches.shift())
      await makeSome(round, ids);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** Creates all records that are due at `now`, in epoch milliseconds. */
export async function runSchedules(parts: TimeParts, now = Date.now(), signal?: AbortSignal): Promise<void> {
  const entities = scheduledEntities();
  if (entities.length === 0) return;
  const tenants = await parts.db.system((trx) =>
    trx.selectFrom('tenant').select('id').orderBy('id').execute(),
  );
  for (const { id: tenantId } of tenants) {
    const calendar = await parts.db.tenant(tenantId, readCalendar);
    for (const entity of entities) {
      const round = { parts, tenantId, entity, calendar, meaning: meaningOf(entity, calendar), now };
      const due = await parts.db.tenant(tenantId, (trx) => findDue(trx, round));
      await makeDue(round, due, signal);
    }
  }
}
