import { sql } from 'kysely';
import type { EntityDefinition, Text } from '../../../../generated/definition.ts';
import { entityRegistry } from '../../../../runtime/core/definitions/entities.ts';
import type { Lang } from '../../../../runtime/core/text/lang.ts';
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import { DATA_CLASS } from '../../../platform/db/connect/connect.ts';
import type { Database } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { fieldsOf } from '../columns.ts';

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const CHECK_VIOLATION = '23514';
const OUT_OF_RANGE = '22003';

interface DatabaseFault {
  code: string;
  constraint?: string;
  table?: string;
  column?: string;
  detail?: string;
}

/** The name that the trigger reports when a key over several entities is violated. */
const SHARED_KEY = 'shared_key';

function faultOf(error: unknown): DatabaseFault | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  const { constraint, table, column, detail } = error as Error & Omit<DatabaseFault, 'code'>;
  return { code: error.code, constraint, table, column, detail };
}

const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns the fields of a constraint. The database reports only its name, because row-level security hides the key.
 * The columns are therefore looked up: a key has an index of the same name.
 */
async function constraintFields(db: Database, fault: DatabaseFault): Promise<string[]> {
  if (!fault.constraint || !fault.table) return [];
  const keys =
    fault.code === UNIQUE_VIOLATION
      ? sql`select i.indrelid as "table", i.indkey::int2[] as numbers
              from pg_index i join pg_class n on n.oid = i.indexrelid where n.relname = ${fault.constraint}`
      : sql`select conrelid as "table", conkey as numbers from pg_constraint where conname = ${fault.constraint}`;
  const { rows } = await db.system((trx) =>
    sql<{ name: string }>`
      select a.attname as name from (${keys}) c
       join lateral unnest(c.numbers) with ordinality as k(number, place) on true
       join pg_attribute a on a.attrelid = c."table" and a.attnum = k.number
      where c."table" = to_regclass(quote_ident(${fault.table})) and a.attname <> 'tenant_id'
      order by k.place`.execute(trx),
  );
  return rows.map(({ name }) => camel(name));
}

function fieldTitle(entity: EntityDefinition, field: string | undefined, lang: Lang): string {
  return (field && pickText(fieldsOf(entity)[field]?.title, lang)) ?? field ?? '';
}

/** Returns the title of a table's entity. For other tables, returns the table name. */
function tableTitle(table: string | undefined, lang: Lang): string {
  const found = entityRegistry.all().find(({ name }) => name === camel(table ?? ''));
  return pickText(found?.title, lang) ?? table ?? '';
}

/** Returns the error that another record already has the value: the key's own text, or a general text. */
export function takenError(
  { field, text }: { field: string; text?: Text | undefined },
  extras: { field?: string },
): AppError {
  return text
    ? new AppError('entity.takenWhere', { text }, extras)
    : new AppError('entity.taken', { field }, extras);
}

const textOfKey = ({ uniqueWhere = [] }: EntityDefinition, fields: readonly string[]): Text | undefined =>
  uniqueWhere.find((key) => key.fields.join() === fields.join())?.text;

/** Returns the error that a record of this or another entity already has the value. */
function sharedError(entity: EntityDefinition, { column = '', detail }: DatabaseFault, lang: Lang): AppError {
  const field = camel(column);
  // The trigger reports the entity and the id of the record with the value, such as `channel:12`.
  const [holder = '', id = ''] = detail?.split(':') ?? [];
  return new AppError(
    'entity.takenAcross',
    { field: fieldTitle(entity, field, lang), title: tableTitle(holder, lang) },
    { field: `/${field}`, ...(id ? { holder, holderId: Number(id) } : {}) },
  );
}

async function translateFault(
  db: Database,
  entity: EntityDefinition,
  fault: DatabaseFault,
  deleting: boolean,
  lang: Lang,
): Promise<AppError | null> {
  if (fault.code === OUT_OF_RANGE) return new AppError('entity.outOfRange');
  if (fault.code.startsWith(DATA_CLASS)) return new AppError('entity.badData');
  if (fault.code === FOREIGN_KEY_VIOLATION && (deleting || camel(fault.table ?? '') !== entity.name)) {
    const holder = camel(fault.table ?? '');
    const user = tableTitle(fault.table, lang);
    return new AppError('entity.inUse', { title: pickText(entity.title, lang), user }, { holder });
  }
  if (fault.constraint === SHARED_KEY) return sharedError(entity, fault, lang);
  const fields = await constraintFields(db, fault);
  const field = fields[fields.length - 1];
  const at = field ? { field: `/${field}` } : {};
  const title = fieldTitle(entity, field, lang);
  switch (fault.code) {
    case UNIQUE_VIOLATION:
      return takenError({ field: title, text: textOfKey(entity, fields) }, at);
    case FOREIGN_KEY_VIOLATION:
      return new AppError('entity.badReference', { field: title }, at);
    case CHECK_VIOLATION:
      return new AppError('entity.badValue', { field: title }, at);
    default:
      return null;
  }
}

/** Runs a write. Converts a constraint error of the database into an error of the field. */
export async function writeGuard<T>(
  db: Database,
  entity: EntityDefinition,
  step: { deleting: boolean; lang: Lang },
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const fault = faultOf(error);
    const translated = fault ? await translateFault(db, entity, fault, step.deleting, step.lang) : null;
    throw translated ?? error;
  }
}
