import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import { dictionaryRegistry } from '../../../runtime/core/definitions/dictionaries.ts';
import { descendField, pointerPath } from '../../../runtime/core/rules/fieldProblem.ts';
import { fieldsFinder } from '../../../runtime/core/rules/fieldsFinder.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { problemMessage } from '../../../runtime/fieldTypes/fieldMessage.ts';
import type { Trx } from '../../platform/db/index.ts';
import { AppError, type FieldError } from '../../platform/errors/errors.ts';
import type { Session } from '../context.ts';
import { readEditedDictionaries } from './entries.ts';

export interface DictionaryStep {
  session: Pick<Session, 'tenantId'>;
  lang: Lang;
  /** Reads the tenant's entries. Frequent writers pass a caching reader. */
  dictionaries?: typeof readEditedDictionaries;
}

interface Found {
  path: string;
  dictionary: string;
  value: unknown;
}

const isEditable = (field: Field): boolean =>
  dictionaryRegistry.get(field['x-dictionary'] ?? '')?.editable === true;

const governedIn = fieldsFinder((field) => field['x-dictionary'] !== undefined);

/** Finds every value of the record from an editable dictionary, at any depth, with its JSON pointer. */
function findGovernedValues(field: Field, value: unknown, path: string): Found[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) {
    const item: Field = {
      ...field.items,
      ...(isEditable(field) ? { 'x-dictionary': field['x-dictionary'] } : {}),
    };
    return value.flatMap((element, place) => findGovernedValues(item, element, `${path}/${place}`));
  }
  if (field.properties && typeof value === 'object') {
    return governedIn(field).flatMap(([name, inner]) =>
      findGovernedValues(inner, (value as Values)[name], `${path}/${name}`),
    );
  }
  return isEditable(field) ? [{ path, dictionary: field['x-dictionary'] ?? '', value }] : [];
}

/** Throws if a new value is not an entry of the tenant, or is a disabled entry. */
export async function checkDictionary(
  trx: Trx,
  { session: { tenantId }, lang, dictionaries = readEditedDictionaries }: DictionaryStep,
  entity: EntityDefinition,
  values: Values,
  before: Values,
): Promise<void> {
  const stored = new Set(
    findGovernedValues(entity.schema, before, '').map(({ dictionary, value }) => `${dictionary} ${value}`),
  );
  const fresh = findGovernedValues(entity.schema, values, '').filter(
    ({ dictionary, value }) => !stored.has(`${dictionary} ${value}`),
  );
  if (fresh.length === 0) return;
  const governing = await dictionaries(trx, tenantId, [
    ...new Set(fresh.map(({ dictionary }) => dictionary)),
  ]);
  const errors: FieldError[] = fresh
    .filter(({ dictionary, value }) => {
      const entry = governing.get(dictionary)?.entries.find((entry) => entry.value === value);
      return !entry || entry.disabled === true;
    })
    .map(({ path, value }) => {
      const field = descendField(entity.schema, pointerPath(path)) ?? {};
      return { field: path, msg: problemMessage(field, 'enum', value, lang) };
    });
  if (errors.length > 0) throw new AppError('dict.badValue', {}, { errors });
}
