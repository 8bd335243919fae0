import type { EntityDefinition, Field } from '../../generated/definition.ts';
import { problem_message } from '../../runtime/core/fieldMessage.ts';
import { pointer_path } from '../../runtime/core/fieldProblem.ts';
import type { Values } from '../../runtime/core/rule.ts';
import type { Lang, Session } from '../context.ts';
import type { Trx } from '../db/index.ts';
import { AppError, type FieldError } from '../http/errors.ts';
import { field_descend } from '../http/messages.ts';
import { builtIn, dictionaries_edited } from './entries.ts';

export interface DictionaryStep {
  session: Pick<Session, 'tenantId'>;
  lang: Lang;
  /** How the tenant's entries are read; many writes remember them. */
  dictionaries?: typeof dictionaries_edited;
}

interface Found {
  path: string;
  dictionary: string;
  value: unknown;
}

const is_editable = (field: Field): boolean => builtIn[field['x-dictionary'] ?? '']?.editable === true;

/** Every value of the record that an editable dictionary governs, however deep, with its pointer. */
function values_governed(field: Field, value: unknown, path: string): Found[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) {
    const item: Field = {
      ...field.items,
      ...(is_editable(field) ? { 'x-dictionary': field['x-dictionary'] } : {}),
    };
    return value.flatMap((one, place) => values_governed(item, one, `${path}/${place}`));
  }
  if (field.properties && typeof value === 'object') {
    return Object.entries(field.properties).flatMap(([name, inner]) =>
      values_governed(inner, (value as Values)[name], `${path}/${name}`),
    );
  }
  return is_editable(field) ? [{ path, dictionary: field['x-dictionary'] ?? '', value }] : [];
}

/** Throws when a value that is new here is none of the tenant's entries, or one that it has disabled. */
export async function dictionary_check(
  trx: Trx,
  { session: { tenantId }, lang, dictionaries = dictionaries_edited }: DictionaryStep,
  entity: EntityDefinition,
  values: Values,
  before: Values,
): Promise<void> {
  const stored = new Set(
    values_governed(entity.schema, before, '').map(({ dictionary, value }) => `${dictionary} ${value}`),
  );
  const fresh = values_governed(entity.schema, values, '').filter(
    ({ dictionary, value }) => !stored.has(`${dictionary} ${value}`),
  );
  if (fresh.length === 0) return;
  const known = await dictionaries(trx, tenantId, [...new Set(fresh.map(({ dictionary }) => dictionary))]);
  const errors: FieldError[] = fresh
    .filter(({ dictionary, value }) => {
      const entry = known.get(dictionary)?.entries.find((one) => one.value === value);
      return !entry || entry.disabled === true;
    })
    .map(({ path, value }) => {
      const field = field_descend(entity.schema, pointer_path(path)) ?? {};
      return { field: path, msg: problem_message(field, 'enum', value, lang) };
    });
  if (errors.length > 0) throw new AppError('dict.badValue', {}, { errors });
}
