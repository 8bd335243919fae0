/** Reads the names of records that are plain texts, for any number of entities with one query. */
import { type SqlBool, sql } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { type Lang, nearLang } from '../../../runtime/core/text/lang.ts';
import type { Database } from '../../platform/db/index.ts';
import { type RecordCondition, trxAny } from '../../platform/db/tables/anyTable.ts';

/** An entity, and the keys of its records whose names are requested. */
export interface NameRequest {
  /** Identifies the request in the result. */
  name: string;
  target: Entity;
  key: string;
  keys: readonly (string | number)[];
  /** The permitted records. Null for all. */
  within: RecordCondition | null;
}

/** Returns the fields that contain the name of a record. The first non-empty field is used. */
export const labelsOf = (
  { label, labelEn }: Pick<EntityDefinition, 'label' | 'labelEn'>,
  lang: Lang,
): readonly string[] => (nearLang(lang) === 'en' && labelEn ? [labelEn, label] : [label]);

/**
 * Returns whether the stored text itself is the name. An option, a date or a reference must first be converted to a
 * text.
 */
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

/** Returns the names by request and key. Records without a name are left out. */
export async function askNames(
  db: Pick<Database, 'ask'>,
  tenantId: number,
  lang: Lang,
  requested: readonly NameRequest[],
): Promise<Map<string, ReadonlyMap<string, string>>> {
  if (requested.length === 0) return new Map();
  const [row] = await db.ask(tenantId, (trx) => {
    const parts = requested.map(({ target, key, keys, within }, at) => {
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
    requested.map(({ name }, at) => [
      name,
      new Map((row?.[`names${at}`] ?? []).filter(([, text]) => text !== null)),
    ]),
  );
}
