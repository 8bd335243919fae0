/** Choices that a definition removes while records still have them. The author chooses new values for these records. */
import { sql } from 'kysely';
import type { Entity, Field } from '../../../codegen/definition/definition.ts';
import { completeField } from '../../../codegen/fieldTypes.ts';
import { type Dictionaries, optionValues } from '../../../codegen/write/pure.ts';
import { snake } from '../../../codegen/write/tables.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { writeAuditsBy } from '../../platform/db/auditLog.ts';
import { type HeldClient, runHeld } from '../../platform/db/lease/heldConnection.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Session } from '../context.ts';
import { feedsOf } from '../derived/rollupSources.ts';

type Value = string | number;

/** A choice that `rows` records of all tenants have. */
export interface ChoiceTaken {
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

/** Returns the values that a column allows. None if it allows any. */
const valuesOf = (field: Field | undefined, dictionaries: Dictionaries): readonly Value[] =>
  field?.type === 'string' || field?.type === 'integer'
    ? ((optionValues(completeField(field), dictionaries) ?? []) as Value[])
    : [];

function titleOf(field: Field, value: Value, dictionaries: Dictionaries): ChoiceTaken['title'] {
  const options = field['x-options'] ?? dictionaries.get(field['x-dictionary'] ?? '')?.entries ?? [];
  return options.find((option) => option.value === value)?.title ?? { zh: String(value), en: String(value) };
}

/** Finds the choices of `before` that are missing in `after` and that records still have. */
export async function findChoicesTaken(
  client: HeldClient,
  before: Entity,
  after: Entity,
  dictionaries: Dictionaries,
): Promise<ChoiceTaken[]> {
  const taken: ChoiceTaken[] = [];
  for (const [field, had] of Object.entries(fieldsOf(before))) {
    const left = valuesOf(fieldsOf(after)[field], dictionaries);
    // A field without choices accepts any earlier value.
    if (left.length === 0) continue;
    const gone = valuesOf(had, dictionaries).filter((value) => !left.includes(value));
    if (gone.length === 0) continue;
    const rows = await runHeld<{ value: Value; rows: number }>(
      client,
      () =>
        sql<{ value: Value; rows: number }>`
        select ${sql.ref(snake(field))} as value, count(*)::int as rows from ${sql.table(snake(after.name))}
         where ${sql.ref(snake(field))}::text = any(${gone.map(String)}) group by 1`,
    );
    const found = new Map(rows.map((row) => [String(row.value), row.rows]));
    for (const value of gone) {
      const count = found.get(String(value)) ?? 0;
      if (count === 0) continue;
      const title = titleOf(had, value, dictionaries);
      taken.push({ entity: after.name, field, value, title, rows: count });
    }
  }
  return taken;
}

const isOf =
  ({ entity, field, value }: ChoiceTaken) =>
  (move: ChoiceMove): boolean =>
    move.entity === entity && move.field === field && move.from === value;

/** Throws if a removed choice has no new value. The error lists all choices that records have. */
export function requireMoved(taken: readonly ChoiceTaken[], moves: readonly ChoiceMove[]): void {
  const left = taken.find((choice) => !moves.some(isOf(choice)));
  if (left) throw new AppError('studio.choiceTaken', { count: left.rows }, { data: { taken } });
}

/** Throws if a removed choice has no new value, or if a move names no removed choice or an invalid target. */
export function requireMoves(
  entity: Entity,
  taken: readonly ChoiceTaken[],
  moves: readonly ChoiceMove[],
  dictionaries: Dictionaries,
): void {
  requireMoved(taken, moves);
  for (const move of moves) {
    const isSound =
      taken.some((choice) => isOf(choice)(move)) &&
      valuesOf(fieldsOf(entity)[move.field], dictionaries).includes(move.to);
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
  client: HeldClient,
  session: Session,
  moves: readonly ChoiceMove[],
): Promise<void> {
  for (const move of moves) {
    while (await moveBatch(client, session, move));
    const entity = entityRegistry.get(move.entity);
    const above = entity ? feedsOf(entity).map(({ parent }) => parent.name) : [];
    await runHeld(client, () => sql`delete from rollup_filled where entity = any(${above})`);
  }
}

/** Changes a batch of records. Returns whether there may be more. */
async function moveBatch(
  client: HeldClient,
  { tenantId, userId }: Session,
  { entity, field, from, to }: ChoiceMove,
): Promise<boolean> {
  const [table, column] = [sql.table(snake(entity)), sql.ref(snake(field))];
  const moved = await runHeld<{ tenantId: number; id: number }>(
    client,
    () => sql`
      update ${table} set ${column} = ${to}, version = version + 1, updated_at = now(),
             updated_by = case when tenant_id = ${tenantId} then ${userId}::int8 end
       where (tenant_id, id) in (
         select tenant_id, id from ${table} where ${column} = ${from} order by tenant_id, id limit ${BATCH})
      returning tenant_id, id`,
  );
  await writeAuditsBy(
    client,
    moved.map((row) => ({
      tenantId: row.tenantId,
      userId: row.tenantId === tenantId ? userId : null,
      entity,
      id: row.id,
      action: 'update',
      diff: { [field]: [from, to] },
    })),
  );
  return moved.length === BATCH;
}
