/** Choices that a definition removes while records still have them. The author chooses new values for these records. */
import { type RawBuilder, sql } from 'kysely';
import type { Entity, Field, Option } from '../../../codegen/definition/definition.ts';
import { completeField } from '../../../codegen/fieldTypes.ts';
import type { Dictionaries } from '../../../codegen/write/pure.ts';
import { snake } from '../../../codegen/write/tables.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { writeAuditsBy } from '../../platform/db/auditLog.ts';
import { runInSession, type SessionClient } from '../../platform/db/lease/heldConnection.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Session } from '../context.ts';
import { feedsOf } from '../derived/rollupSources.ts';

type Value = string | number;

/** An entity with the dictionaries that its fields use. */
export interface Defined {
  entity: Entity;
  dictionaries: Dictionaries;
}

/** A choice that `rows` records of all tenants have. */
export interface UsedChoice {
  entity: string;
  field: string;
  value: Value;
  title: { zh: string; en: string };
  rows: number;
}

/** A change from `from` to `to` in all records with this choice. */
export interface ChoiceMove {
  entity: string;
  field: string;
  from: Value;
  to: Value;
}

const fieldsOf = ({ schema }: Entity): Record<string, Field> => schema.properties ?? {};

/** Returns the choices of a field, or of each item of a list. Empty if the field allows any value. */
function choicesOf(name: string, { entity, dictionaries }: Defined): readonly Option[] {
  const field = fieldsOf(entity)[name];
  const one = field?.type === 'array' ? { 'x-dictionary': field['x-dictionary'], ...field.items } : field;
  if (one?.type !== 'string' && one?.type !== 'integer') return [];
  const { 'x-options': options, 'x-dictionary': dictionary = '' } = completeField(one as Field);
  return options ?? dictionaries.get(dictionary)?.entries ?? [];
}

const isList = (field: string, entity: Entity): boolean => fieldsOf(entity)[field]?.type === 'array';

/** Finds the choices of `before` that are missing in `after` and that records still have. */
export async function findUsedChoices(
  client: SessionClient,
  before: Defined,
  after: Defined,
): Promise<UsedChoice[]> {
  const used: UsedChoice[] = [];
  const { entity } = after;
  for (const field of Object.keys(fieldsOf(before.entity))) {
    const left = choicesOf(field, after).map(({ value }) => value);
    // A field without choices accepts any earlier value.
    if (left.length === 0) continue;
    const gone = choicesOf(field, before).filter(({ value }) => !left.includes(value));
    if (gone.length === 0) continue;
    const column = sql.ref(snake(field));
    const value = isList(field, entity)
      ? sql`jsonb_path_query(${column}, '$[*]') #>> '{}'`
      : sql`${column}::text`;
    const rows = await runInSession<{ value: string; rows: number }>(
      client,
      () =>
        sql<{ value: string; rows: number }>`
        select value, count(distinct (tenant_id, id))::int as rows
          from (select tenant_id, id, ${value} as value from ${sql.table(snake(entity.name))}) as had
         where value = any(${gone.map((choice) => String(choice.value))}) group by 1`,
    );
    const found = new Map(rows.map((row) => [row.value, row.rows]));
    for (const choice of gone) {
      const count = found.get(String(choice.value)) ?? 0;
      if (count === 0) continue;
      used.push({
        ...{ entity: entity.name, field, title: choice.title, rows: count },
        value: choice.value as Value,
      });
    }
  }
  return used;
}

const isOf =
  ({ entity, field, value }: UsedChoice) =>
  (move: ChoiceMove): boolean =>
    move.entity === entity && move.field === field && move.from === value;

/** Throws if a removed choice has no new value. The error lists all choices that records have. */
export function requireMoved(taken: readonly UsedChoice[], moves: readonly ChoiceMove[]): void {
  const left = taken.find((choice) => !moves.some(isOf(choice)));
  if (left) throw new AppError('studio.choiceTaken', { count: left.rows }, { data: { taken } });
}

/** Throws if a removed choice has no new value, or if a move names no removed choice or an invalid target. */
export function requireMoves(
  after: Defined,
  used: readonly UsedChoice[],
  moves: readonly ChoiceMove[],
): void {
  requireMoved(used, moves);
  for (const move of moves) {
    const isSound =
      used.some((choice) => isOf(choice)(move)) &&
      choicesOf(move.field, after).some(({ value }) => value === move.to);
    if (!isSound) throw new AppError('studio.moveUnknown', { field: move.field });
  }
}

/** Number of records per statement. */
const BATCH = 1000;

/**
 * Sets the new value in the records of all tenants, each with a line in its history. Only the author's own tenant sees
 * their name. Their roll-ups are computed again after the definition is applied.
 */
export async function moveChoices(
  client: SessionClient,
  session: Session,
  entity: Entity,
  moves: readonly ChoiceMove[],
): Promise<void> {
  for (const move of moves) {
    while (await moveBatch(client, session, move, isList(move.field, entity)));
    const served = entityRegistry.get(move.entity);
    const above = served ? feedsOf(served).map(({ parent }) => parent.name) : [];
    await runInSession(client, () => sql`delete from rollup_filled where entity = any(${above})`);
  }
}

interface Moved {
  tenantId: number;
  id: number;
  before: unknown;
  after: unknown;
}

/** Replaces an item of a list, and removes duplicates. */
const movedList = (column: RawBuilder<unknown>, from: Value, to: Value) => sql`(
  select jsonb_agg(value order by at) from (
    select value, min(at) as at from (
      select case when item = ${JSON.stringify(from)}::jsonb then ${JSON.stringify(to)}::jsonb else item end as value, at
        from jsonb_array_elements(own.${column}) with ordinality as items (item, at)) as moved
     group by value) as kept)`;

/** Changes a batch of records. Returns whether there may be more. */
async function moveBatch(
  client: SessionClient,
  { tenantId, userId }: Session,
  { entity, field, from, to }: ChoiceMove,
  inList: boolean,
): Promise<boolean> {
  const [table, column] = [sql.table(snake(entity)), sql.ref(snake(field))];
  const value = inList ? movedList(column, from, to) : sql`${to}`;
  const moved = await runInSession<Moved>(
    client,
    () => sql`
      with had as (
        select tenant_id, id, to_jsonb(${column}) as before from ${table}
         where ${inList ? sql`${column} @> ${JSON.stringify([from])}::jsonb` : sql`${column} = ${from}`}
         order by tenant_id, id limit ${BATCH})
      update ${table} as own set ${column} = ${value}, version = version + 1, updated_at = now(),
             updated_by = case when own.tenant_id = ${tenantId} then ${userId}::int8 end
        from had where own.tenant_id = had.tenant_id and own.id = had.id
      returning own.tenant_id, own.id, had.before, to_jsonb(own.${column}) as after`,
  );
  await writeAuditsBy(
    client,
    moved.map((row) => ({
      tenantId: row.tenantId,
      userId: row.tenantId === tenantId ? userId : null,
      entity,
      id: row.id,
      action: 'update',
      diff: { [field]: [row.before, row.after] },
    })),
  );
  return moved.length === BATCH;
}
