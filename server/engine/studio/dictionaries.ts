/** Handles dictionaries that change while the platform runs, and the entities whose fields use them. */
import { isDeepStrictEqual } from 'node:util';
import type { Definitions, Entity, Text } from '../../../codegen/definition/definition.ts';
import type { Dictionaries } from '../../../codegen/write/pure.ts';
import type { DictionaryDefinition, Field } from '../../../generated/definition.ts';
import { usesDictionary } from '../../../runtime/core/rules/usesDictionary.ts';
import { runInSession, type SessionClient } from '../../platform/db/lease/heldConnection.ts';
import type { Refusal } from '../../platform/db/tables/tablePlan.ts';
import { seedStatement } from '../dictionary/seed.ts';
import type { UsedChoice } from './choicesTaken.ts';
import { dictionariesOf, mergeDefinitions, type Repository, readEntity } from './repository.ts';
import { type Document, type Subject, subjectKey } from './types.ts';

/** Returns the names of the dictionaries that differ. */
export function changedDictionaries(before: Dictionaries, after: Dictionaries): Set<string> {
  const names = new Set([...before.keys(), ...after.keys()]);
  return new Set([...names].filter((name) => !isDeepStrictEqual(before.get(name), after.get(name))));
}

/** The definitions before and after a change of a dictionary. */
export interface Turn {
  name: string;
  before: Definitions;
  after: Definitions;
}

/** Returns the definitions with another version of a dictionary. Null removes the applied version. */
export function turnDictionary(
  { definitions }: Repository,
  applied: readonly (Subject & { document: Document })[],
  name: string,
  document: Document | null,
): Turn {
  const subject: Subject = { kind: 'dictionary', name };
  const others = applied.filter((change) => subjectKey(change) !== subjectKey(subject));
  const turned = document ? [...others, { ...subject, document }] : others;
  return {
    name,
    before: mergeDefinitions(definitions, applied),
    after: mergeDefinitions(definitions, turned),
  };
}

/** Returns the entities whose fields use a dictionary that the change affects. */
export function listUsers({ before, after }: Turn): Entity[] {
  const changed = changedDictionaries(dictionariesOf(before), dictionariesOf(after));
  return after.entities
    .map(({ value }) => readEntity(value as unknown as Document))
    .filter(({ schema }) => usesDictionary(schema, changed));
}

/** Returns the parts of a field that are not its own value, nor that of an item. */
const innerOf = ({ items, properties, ...field }: Field): unknown => [
  properties,
  items?.properties,
  items?.items,
  field.prefixItems,
];

/**
 * Finds fields that contain values of the dictionary within parts of a value. Such values cannot be replaced
 * automatically.
 */
export function refuseInner({ name, before, after }: Turn, { schema, title }: Entity): Refusal[] {
  const left = dictionariesOf(after).get(name)?.entries ?? [];
  const had = dictionariesOf(before).get(name)?.entries ?? [];
  if (had.every(({ value }) => left.some((entry) => entry.value === value))) return [];
  return Object.entries(schema.properties ?? {})
    .filter(([, field]) => usesDictionary(innerOf(field as Field), new Set([name])))
    .map(([key, field]) => {
      const { zh, en } = (field.title as Text | undefined) ?? { zh: key, en: key };
      return {
        zh: `“${title.zh}”的“${zh}”内部使用该字典：请停用条目，不要移除`,
        en: `${title.en}: “${en}” has values of this dictionary within. Disable the entry instead.`,
      };
    });
}

/** Returns whether the records are the dictionary's own entries, which change together with it. */
export const isOfEntries = (
  { name }: Turn,
  { entity, value }: Pick<UsedChoice, 'entity' | 'value'>,
): boolean => entity === 'dict' && value === name;

/** Removes the rows of entries that an editable dictionary of the platform no longer has. */
async function dropEntries(client: SessionClient, { name, after }: Turn): Promise<void> {
  const values = (dictionariesOf(after).get(name)?.entries ?? []).map(({ value }) => String(value));
  await runInSession(client, (trx) => {
    const rows = trx.deleteFrom('dict').where('type', '=', name);
    return values.length > 0 ? rows.where('builtIn', '=', true).where('value', 'not in', values) : rows;
  });
}

const isEditable = ({ name }: Turn, definitions: Definitions): boolean =>
  dictionariesOf(definitions).get(name)?.editable === true;

/** Changes the entries of all tenants. Entries that a tenant has edited are unchanged. */
export async function followEntries(
  client: SessionClient,
  turn: Turn,
  followTables: () => Promise<void>,
): Promise<void> {
  const { name, before, after } = turn;
  if (isEditable(turn, before)) await dropEntries(client, turn);
  await followTables();
  if (!isEditable(turn, after)) return;
  const dictionary = dictionariesOf(after).get(name) as unknown as DictionaryDefinition;
  const tenants = await runInSession<{ id: number }>(client, (trx) => trx.selectFrom('tenant').select('id'));
  for (const { id } of tenants) await runInSession(client, (trx) => seedStatement(trx, id, [dictionary]));
}
