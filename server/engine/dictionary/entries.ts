/** Dictionaries of a tenant: the built-in entries, which it can rename or disable, and its own ones. */
import type { DictionaryDefinition, Option } from '../../../generated/definition.ts';
import { dictionaryRegistry } from '../../../runtime/core/definitions/dictionaries.ts';
import type { Trx } from '../../platform/db/index.ts';

interface EntryRow {
  type: string;
  value: string;
  titleZh: string;
  titleEn: string;
  parent: string | null;
  color: string | null;
  icon: string | null;
  disabled: boolean | null;
}

function optionOf({ value, titleZh, titleEn, parent, color, icon, disabled }: EntryRow): Option {
  return {
    value,
    title: { zh: titleZh, en: titleEn },
    ...(color ? { color: color as Option['color'] } : {}),
    ...(icon ? { icon: icon as Option['icon'] } : {}),
    ...(parent ? { parent } : {}),
    ...(disabled ? { disabled: true } : {}),
  };
}

/** Returns editable dictionaries of the transaction's tenant, all of them or only the named ones. */
export async function readEditedDictionaries(
  trx: Trx,
  tenantId: number,
  names?: readonly string[],
): Promise<Map<string, DictionaryDefinition>> {
  const chosen = dictionaryRegistry
    .all()
    .filter(({ name, editable }) => editable && (!names || names.includes(name)));
  if (chosen.length === 0) return new Map();
  const rows: EntryRow[] = await trx
    .selectFrom('dict')
    .select(['type', 'value', 'titleZh', 'titleEn', 'parent', 'color', 'icon', 'disabled'])
    .where('tenantId', '=', tenantId)
    .where(
      'type',
      'in',
      chosen.map(({ name }) => name),
    )
    .orderBy('sort')
    .orderBy('value')
    .execute();
  const byType = Map.groupBy(rows, ({ type }) => type);
  return new Map(
    chosen.map((built) => {
      const edited = (byType.get(built.name) ?? []).map(optionOf);
      const editedValues = new Set(edited.map(({ value }) => value));
      const rest = built.entries.filter(({ value }) => !editedValues.has(value));
      return [built.name, { ...built, entries: [...edited, ...rest] as DictionaryDefinition['entries'] }];
    }),
  );
}

/** Caches each dictionary within one transaction. */
export function createDictionaryReader(): typeof readEditedDictionaries {
  const byName = new Map<string, DictionaryDefinition>();
  return async (trx, tenantId, names) => {
    const fresh = names?.filter((name) => !byName.has(name));
    if (fresh?.length === 0) return byName;
    for (const [name, definition] of await readEditedDictionaries(trx, tenantId, fresh))
      byName.set(name, definition);
    return byName;
  };
}

/** Returns the entries of a dictionary for the tenant. Null if no dictionary has this name. */
export async function readDictionary(
  trx: Trx,
  tenantId: number,
  name: string,
): Promise<DictionaryDefinition | null> {
  const built = dictionaryRegistry.get(name);
  if (!built) return null;
  if (!built.editable) return built;
  return (await readEditedDictionaries(trx, tenantId, [name])).get(name) ?? built;
}
