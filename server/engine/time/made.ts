/** Records of a series: creates new ones, and updates future ones after a change of the plan. */
import { sql } from 'kysely';
import type { EntityDefinition, Schedule } from '../../../generated/definition.ts';
import { type Entity, entityOf } from '../../../runtime/core/definitions/entities.ts';
import { lineSets } from '../../../runtime/core/lines.ts';
import { isObject } from '../../../runtime/core/object.ts';
import { computeValue } from '../../../runtime/core/rules/expression.ts';
import { listReadNames } from '../../../runtime/core/rules/namesRead.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { Occurrence } from '../../../runtime/core/time/workDays.ts';
import { publishOnCommit, type Trx } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { insertRecords } from '../entities/write/bulk.ts';
import { same } from '../entities/write/storedEqual.ts';
import { createRecordIn, deleteRecordIn, updateRecordIn } from '../entities/write/write.ts';
import type { MoveStep } from '../states/moveStep.ts';
import { instantOf, type Settings } from './series.ts';

/** A plan and the settings of its series. */
export interface Plan {
  id: number;
  /** The fields of the plan from which the values of records are computed. */
  input: Row;
  settings: Settings;
}

/** A day of a plan, for which a record is created. */
export interface Making {
  plan: Plan;
  occurrence: Occurrence;
  /** The id of the line for which the record is created. `NO_PART` if the plan has one record for each day. */
  part: number;
  /** The line for which the record is created (`each`), and the line whose turn it is (`turn`). */
  lines: Row;
}

export const NO_PART = 0;

/** Returns the key of a record, unique within its plan. */
export const makingKey = ({ ruleDay, part }: Pick<MadeRow, 'ruleDay' | 'part'>): string =>
  `${ruleDay} ${part}`;

/** The noted record of a day, with the version that it had when it was written. */
export interface MadeRow {
  planId: number;
  ruleDay: string;
  part: number;
  day: string;
  recordId: number;
  version: number;
}

/** Returns only the fields of a plan that its values use. The cost of an expression grows with its input. */
export function inputOf({ create }: Schedule, row: Row): Row {
  const names = listReadNames(create.values).map((name) => name.split('.')[0] ?? '');
  if (names.includes('')) return row;
  return Object.fromEntries(names.flatMap((name) => (name in row ? [[name, row[name]]] : [])));
}

/** Returns the values of the record for a day. */
export function valuesOf({ create }: Schedule, { plan, occurrence, lines }: Making): Values {
  const { day, ruleDay } = occurrence;
  const { at, zone } = plan.settings;
  const input = { ...plan.input, ...lines };
  const context = { day, ruleDay, at: instantOf(day, at, zone), now: new Date().toISOString() };
  return Object.fromEntries(
    Object.entries(create.values).map(([name, value]) => {
      if (!isObject(value)) return [name, value];
      const computed = computeValue(value, input, context);
      if (computed.problem) throw new AppError('schedule.value', { name, reason: computed.reason });
      return [name, computed.value];
    }),
  );
}

/** Creates records with lines one by one. All other records are created in one statement. */
async function createEach(
  trx: Trx,
  ctx: MoveStep,
  target: Entity,
  bodies: readonly Values[],
): Promise<number[]> {
  if (lineSets(target).length === 0)
    return insertRecords(
      trx,
      ctx,
      target,
      bodies.map((values) => ({ values })),
    );
  const ids: number[] = [];
  for (const body of bodies) {
    const row = await createRecordIn(trx, ctx, target, body, { byDefinition: true });
    ids.push(Number(row.id));
  }
  return ids;
}

const FIRST_VERSION = 1;

/** Creates the records of these days. Notes each day, so that its record is created only once. */
export async function makeRecords(
  trx: Trx,
  ctx: MoveStep,
  entity: EntityDefinition,
  schedule: Schedule,
  makings: readonly Making[],
): Promise<void> {
  if (makings.length === 0) return;
  const target = entityOf(schedule.create.entity);
  const ids = await createEach(
    trx,
    ctx,
    target,
    makings.map((making) => valuesOf(schedule, making)),
  );
  const { tenantId } = ctx.session;
  await sql`
    insert into schedule_made (tenant_id, entity, plan_id, rule_day, part, day, record_id, version)
    select ${tenantId}, ${entity.name}, v.plan_id, v.rule_day, v.part, v.day, v.record_id, ${FIRST_VERSION}
      from unnest(${makings.map(({ plan }) => plan.id)}::int8[], ${makings.map((one) => one.occurrence.ruleDay)}::date[],
                  ${makings.map(({ part }) => part)}::int8[], ${makings.map((one) => one.occurrence.day)}::date[],
                  ${ids}::int8[])
        as v (plan_id, rule_day, part, day, record_id)`.execute(trx);
  publishOnCommit(trx, { type: 'entity', entity: target.name, tenantId, id: 0, do: 'create' });
}

/** Reads the noted records of some plans. */
export async function readMade(
  trx: Trx,
  entity: EntityDefinition,
  planIds: readonly number[],
): Promise<Map<number, MadeRow[]>> {
  const rows = await trx
    .selectFrom('scheduleMade')
    .select(['planId', 'ruleDay', 'part', 'day', 'recordId', 'version'])
    .where('entity', '=', entity.name)
    .where('planId', 'in', [...planIds])
    .execute();
  return Map.groupBy(rows, ({ planId }) => planId);
}

const findRows = async (trx: Trx, target: Entity, ids: readonly number[]): Promise<Map<number, Row>> => {
  if (ids.length === 0) return new Map();
  const rows: Row[] = await trxAny(trx)
    .selectFrom(target.name)
    .selectAll()
    .where((eb) => sql<boolean>`${eb.ref('id')} = any(${[...ids]}::int8[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [Number(row.id), row]));
};

/** A changed plan with its current days, which are empty if the plan was deleted. */
interface Renewal {
  /** The first day in the future. */
  after: string;
  makings: readonly Making[];
  made: readonly MadeRow[];
}

async function forgetDay(
  trx: Trx,
  entity: EntityDefinition,
  { planId, ruleDay, part }: MadeRow,
): Promise<void> {
  await trx
    .deleteFrom('scheduleMade')
    .where('entity', '=', entity.name)
    .where('planId', '=', planId)
    .where('ruleDay', '=', ruleDay)
    .where('part', '=', part)
    .execute();
}

/** Writes the plan's current values into a record that no user has changed. */
async function follow(
  trx: Trx,
  ctx: MoveStep,
  entity: EntityDefinition,
  schedule: Schedule,
  { making, one, row }: { making: Making; one: MadeRow; row: Row },
): Promise<void> {
  const target = entityOf(schedule.create.entity);
  const values = Object.entries(valuesOf(schedule, making)).filter(
    ([name, value]) => !same(value, row[name]),
  );
  if (values.length === 0 && one.day === making.occurrence.day) return;
  const { record } = await updateRecordIn(trx, ctx, target, one.recordId, null, Object.fromEntries(values), {
    right: null,
    move: { values: {}, told: {}, isRemade: true },
  });
  await trx
    .updateTable('scheduleMade')
    .set({ version: Number(record.version), day: making.occurrence.day })
    .where('entity', '=', entity.name)
    .where('planId', '=', one.planId)
    .where('ruleDay', '=', one.ruleDay)
    .where('part', '=', one.part)
    .execute();
  publishOnCommit(trx, {
    ...{
      type: 'entity',
      entity: target.name,
      tenantId: ctx.session.tenantId,
      id: one.recordId,
      do: 'update',
    },
  });
}

/**
 * Updates the records of future days after a change of the plan. Records of removed days are deleted, and other
 * records get the new values. A record that a user has changed is kept.
 */
export async function renewRecords(
  trx: Trx,
  ctx: MoveStep,
  entity: EntityDefinition,
  schedule: Schedule,
  { after, makings, made }: Renewal,
): Promise<void> {
  const target = entityOf(schedule.create.entity);
  const ahead = made.filter(({ day }) => day > after);
  const rows = await findRows(
    trx,
    target,
    ahead.map(({ recordId }) => recordId),
  );
  const requested = new Map(
    makings.map((making) => [makingKey({ ...making.occurrence, part: making.part }), making]),
  );
  for (const one of ahead) {
    const row = rows.get(one.recordId);
    if (row?.version !== one.version) continue;
    const making = requested.get(makingKey(one));
    if (making) {
      await follow(trx, ctx, entity, schedule, { making, one, row });
      continue;
    }
    await deleteRecordIn(trx, ctx, target, one.recordId, { right: null });
    await forgetDay(trx, entity, one);
    publishOnCommit(trx, {
      ...{
        type: 'entity',
        entity: target.name,
        tenantId: ctx.session.tenantId,
        id: one.recordId,
        do: 'delete',
      },
    });
  }
}
