import type { Dictionary, Source } from './definition.ts';

const NAME = 'editableDictionary';

/** The dictionary of the dictionaries that tenants may edit: entries of a tenant name theirs by it. */
export function editableDictionary(dictionaries: readonly Source<Dictionary>[]): Source<Dictionary>[] {
  const entries = dictionaries.flatMap(({ value: { name, title, editable } }) =>
    editable && title ? [{ value: name, title }] : [],
  );
  if (entries.length === 0) return [];
  const title = { zh: '可编辑字典', en: 'Editable dictionaries' };
  return [{ file: `schemas/dictionaries/${NAME}.json`, value: { name: NAME, title, entries } }];
}
