/**
 * Finds records by the pinyin of their names. The pinyin is stored in `label_pinyin` for entities whose names are
 * searched, by all code that writes records. If a name changes without it, the database clears the column.
 * `fillPinyin` fills empty columns.
 */
import { sql } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { Database } from '../../platform/db/index.ts';
import { type LeasedWork, leaseEvery } from '../../platform/timers/lease.ts';
import type { Services } from '../context.ts';

/** Only the beginning of a long name is stored, because users type the beginning. */
const MAX_LETTERS = 100;
const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Small batches, so that other writers wait only briefly for locked rows. */
const BATCH = 500;
const EVERY_MS = 30_000;

/** Returns whether records of the entity are found by their names. */
export const isNamed = ({ label, list }: EntityDefinition): boolean => list.search?.includes(label) === true;

/**
 * Returns both spellings in lower case, each after a space. '' if the name has no Chinese characters. Null for an
 * ASCII name, which needs no pinyin.
 */
export async function namePinyin(name: unknown): Promise<string | null> {
  if (typeof name !== 'string' || !BEYOND_ASCII.test(name)) return null;
  const { spellPinyin } = await import('../../../runtime/core/text/pinyin.ts');
  const spelled = spellPinyin([...name].slice(0, MAX_LETTERS).join(''));
  return spelled.map((spelling) => ` ${spelling.toLowerCase()}`).join('');
}

/** Returns the additional columns for these values of a record. Empty if the values do not include the name. */
export async function pinyinValues(entity: EntityDefinition, values: Values): Promise<Values> {
  return isNamed(entity) && entity.label in values
    ? { labelPinyin: await namePinyin(values[entity.label]) }
    : {};
}

interface Place {
  tenantId: number;
  id: number;
}
const START: Place = { tenantId: 0, id: 0 };

/**
 * Fills the next rows in the order of the index (`pinyinIndexes` of the table plan). Returns the last row, or null at
 * the end.
 */
async function fillBatch(
  db: Database,
  { name: entity, label }: EntityDefinition,
  after: Place,
): Promise<Place | null> {
  const table = sql.table(entity);
  const name = sql.ref(label);
  return db.system(async (trx) => {
    // Rows locked by other transactions are filled in the next run.
    const { rows } = await sql<Place & { name: string }>`
      select tenant_id, id, ${name} as name from ${table}
       where label_pinyin is null and octet_length(${name}) <> char_length(${name})
         and (tenant_id, id) > (${after.tenantId}, ${after.id})
       order by tenant_id, id limit ${BATCH} for update skip locked`.execute(trx);
    const last = rows.at(-1);
    if (!last) return null;
    const keys = await Promise.all(rows.map((row) => namePinyin(row.name)));
    await sql`
      update ${table} t set label_pinyin = k.key
        from unnest(${rows.map((row) => row.tenantId)}::int4[], ${rows.map(({ id }) => id)}::int8[], ${keys}::text[])
          as k (tenant_id, id, key)
       where t.tenant_id = k.tenant_id and t.id = k.id`.execute(trx);
    return last;
  });
}

/** Fills in the missing pinyin of all names. */
export async function fillPinyin(db: Database, signal?: AbortSignal): Promise<void> {
  for (const entity of entityRegistry.all().filter(isNamed))
    for (let at: Place | null = START; at && !signal?.aborted; ) at = await fillBatch(db, entity, at);
}

/** Fills in missing pinyin at the start and then twice a minute, in one process. */
export const createPinyin = ({ db, log }: Pick<Services, 'db' | 'log'>): LeasedWork =>
  leaseEvery(db, log, 'pinyin', EVERY_MS, (signal) => fillPinyin(db, signal));
