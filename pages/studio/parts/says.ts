/** Says in words what a change will do. Pure. */
import { sameValue } from '../../../runtime/core/document/same.ts';
import { isObject } from '../../../runtime/core/object.ts';
import type { Document, Kind, Verdict } from './document.ts';

/** A sentence: its text, and what it names. */
export interface Saying {
  key: SayingKey;
  params: { count?: number; place?: string; does?: string; titles?: readonly Title[] };
}

export type SayingKey =
  | 'new'
  | 'newEntity'
  | 'newDictionary'
  | 'newCall'
  | 'changedCall'
  | 'added'
  | 'removed'
  | 'renamed'
  | 'reordered'
  | 'changed'
  | 'moved';

type Title = { zh: string; en: string };

/** A part of a definition that has a name: a field, an entry. */
interface Part {
  name: string;
  title: Title;
  value: unknown;
}

const titleIn = (value: unknown, name: string): Title =>
  isObject(value) && isObject(value.title) ? (value.title as unknown as Title) : { zh: name, en: name };

/** Returns the parts of a definition that users know: the fields of a record, the entries of a dictionary. */
function partsOf(kind: Kind, document: Document): Part[] {
  const { schema, entries } = document;
  if (kind === 'dictionary' && Array.isArray(entries))
    return entries.map((value: Record<string, unknown>) => {
      const name = String(value.value);
      return { name, title: titleIn(value, name), value };
    });
  if (kind !== 'entity' || !isObject(schema) || !isObject(schema.properties)) return [];
  return Object.entries(schema.properties).map(([name, value]) => ({
    ...{ name, value },
    title: titleIn(value, name),
  }));
}

const place = ({ method, path }: Document): string => `${String(method).toUpperCase()} ${String(path)}`;
const doing = ({ action }: Document): string => (isObject(action) ? String(action.do) : '');

function sayNew(kind: Kind, document: Document): Saying {
  if (kind === 'call') return { key: 'newCall', params: { place: place(document), does: doing(document) } };
  const count = partsOf(kind, document).length;
  if (kind === 'entity') return { key: 'newEntity', params: { count } };
  return kind === 'dictionary' ? { key: 'newDictionary', params: { count } } : { key: 'new', params: {} };
}

function sayParts(before: readonly Part[], after: readonly Part[]): Saying[] {
  const had = new Map(before.map((part) => [part.name, part]));
  const has = new Set(after.map(({ name }) => name));
  const stayed = after.filter(({ name }) => had.has(name));
  const renamed = stayed.filter(({ name, title }) => !sameValue(had.get(name)!.title, title));
  const groups = {
    added: after.filter(({ name }) => !had.has(name)),
    removed: before.filter(({ name }) => !has.has(name)),
    renamed,
    changed: stayed.filter(
      (part) => !renamed.includes(part) && !sameValue(had.get(part.name)!.value, part.value),
    ),
  };
  const order = before.filter(({ name }) => has.has(name));
  const isReordered = order.some(({ name }, at) => stayed[at]?.name !== name);
  return [
    ...Object.entries(groups).flatMap(([key, parts]): Saying[] =>
      parts.length === 0
        ? []
        : [
            {
              key: key as keyof typeof groups,
              params: { count: parts.length, titles: parts.map(({ title }) => title) },
            },
          ],
    ),
    ...(isReordered ? [{ key: 'reordered' as const, params: {} }] : []),
  ];
}

/** Returns the sentences about a change. None if only its code shows what it does. */
export function sayChange(
  kind: Kind,
  before: Document | null,
  after: Document,
  plan: Verdict['plan'],
): Saying[] {
  if (!before) return [sayNew(kind, after)];
  if (kind === 'call') return [{ key: 'changedCall', params: { place: place(after), does: doing(after) } }];
  const count = (plan?.taken ?? []).reduce((sum, { rows }) => sum + rows, 0);
  const moved: Saying[] = count > 0 ? [{ key: 'moved', params: { count } }] : [];
  return [...sayParts(partsOf(kind, before), partsOf(kind, after)), ...moved];
}
