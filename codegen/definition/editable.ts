import type { Dictionary, Source } from './definition.ts';

const NAME = 'editableDictionary';

/** Returns whether a dictionary follows from others, and has no file. */
export const isDerived = (name: string): boolean => name === NAME;

/** Returns the dictionary that lists the dictionaries which tenants may edit. Entries of a tenant refer to it. */
export function editableDictionary(dictionaries: readonly Source<Dictionary>[]): Source<Dictionary>[] {
  const entries = dictionaries.flatMap(({ value: { name, title, editable } }) =>
    editable && title ? [{ value: name, title }] : [],
  );
  if (entries.length === 0) return [];
  const title = { zh: '可编辑字典', en: 'Editable dictionaries' };
  return [{ file: `schemas/dictionaries/${NAME}.json`, value: { name: NAME, title, entries } }];
}
