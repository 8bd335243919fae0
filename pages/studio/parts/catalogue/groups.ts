/** The definitions by kind and by the folder of their file, searched by name and title. Pure. */
import { STUDIO_KINDS } from '../../../../runtime/core/definitions/studioKinds.ts';
import type { Kind } from '../document.ts';

export interface Entry {
  key: string;
  kind: Kind;
  name: string;
  title: { zh: string; en: string };
  /** The folder of its file below that of its kind. Empty for files without one, and for a draft. */
  area: string;
  marks: readonly ('draft' | 'applied' | 'conflict' | 'committed' | 'invalid')[];
}

export interface Area {
  area: string;
  entries: readonly Entry[];
}

export interface Group {
  kind: Kind;
  count: number;
  areas: readonly Area[];
}

/** `schemas/entities/manager/customer.json` is in the area `manager`. */
export const areaOf = (file: string): string => file.split('/').slice(2, -1).join('/');

export const areaKey = (kind: Kind, area: string): string => `${kind}/${area}`;

/** Returns the entries that have all typed words in their name, their title or its pinyin. */
export function findEntries(
  entries: readonly Entry[],
  typed: string,
  spell: (text: string) => readonly string[],
): readonly Entry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter(({ name, title }) => {
    const names = [name, title.zh, title.en, ...spell(title.zh)].map((one) => one.toLowerCase());
    return words.every((word) => names.some((one) => one.includes(word)));
  });
}

/** Returns the groups with entries. Entries without an area come first in their group. */
export function groupEntries(entries: readonly Entry[]): Group[] {
  return STUDIO_KINDS.flatMap((kind) => {
    const own = entries.filter((entry) => entry.kind === kind);
    if (own.length === 0) return [];
    const areas = [...Map.groupBy(own, ({ area }) => area)]
      .map(([area, list]): Area => ({ area, entries: list }))
      .sort((a, b) => (a.area < b.area ? -1 : 1));
    return [{ kind, count: own.length, areas }];
  });
}
