/** Reads names of records that are plain texts, of any number of entities with one question. */
import { type SqlBool, sql } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { type Lang, nearLang } from '../../../runtime/core/text/lang.ts';
import type { Database } from '../../platform/db/index.ts';
import { type RecordCondition, trxAny } from '../../platform/db/tables/anyTable.ts';

/** The records of an entity whose names are asked for, by their keys. */
export interface AskedNames {
  /** Names them in the answer. */
  name: string;
  target: Entity;
  key: string;
  keys: readonly (string | number)[];
  /** Leaves out others. */
  within: RecordCondition | null;
}

/** Returns the fields with the name of a record. The first that is not empty is used. */
export const labelsOf = (
  { label, labelEn }: Pick<EntityDefinition, 'label' | 'labelEn'>,
  lang: Lang,
): readonly string[] => (nearLang(lang) === 'en' && labelEn ? [labelEn, label] : [label]);

/** Returns whether the stored text is the name. A choice, a date or another record needs its own text. */
export const hasPlainName = (entity: Entity, lang: Lang): boolean =>
  labelsOf(entity, lang).every((label) => {
    const {
      type,
      format,
      'x-ref': ref,
      'x-options': options,
      'x-dictionary': dictionary,
      'x-sealed': sealed,
    } = entity.schema.properties?.[label] ?? {};
    return type === 'string' && [format, ref, options, dictionary, sealed].every((one) => one === undefined);
  });

type Found = readonly (readonly [key: string, name: string])[] | null;

/** Returns the names by the name of the question and the key. Records without a name are left out. */
export async function askNames(
  db: Pick<Database, 'ask'>,
  tenantId: number,
  lang: Lang,
  asked: readonly AskedNames[],
): Promise<Map<string, ReadonlyMap<string, string>>> {
  if (asked.length === 0) return new Map();
  const [row] = await db.ask(tenantId, (trx) => {
    const parts = asked.map(({ target, key, keys, within }, at) => {
      const type = sql.raw(typeof keys[0] === 'number' ? 'int8[]' : 'text[]');
      const query = trxAny(trx)
        .selectFrom(target.name)
        .select((eb) => {
          const used = labelsOf(target, lang).map((label) => sql`nullif(${eb.ref(label)}, '')`);
          return sql`json_agg(json_build_array(${eb.ref(key)}::text, coalesce(${sql.join(used)})))`.as(
            'names',
          );
        })
        .where((eb) => sql<SqlBool>`${eb.ref(key)} = any(${[...keys]}::${type})`)
        .$if(within !== null, (all) => all.where(within!));
      return sql`(${query}) as ${sql.id(`names${at}`)}`;
    });
    return sql<Record<string, Found>>`select ${sql.join(parts)}`;
  });
  return new Map(
    asked.map(({ name }, at) => [
      name,
      new Map((row?.[`names${at}`] ?? []).filter(([, text]) => text !== null)),
    ]),
  );
}
