/** Merges lists of a board by the names of their entries. Pure. */
import type { DashboardDocument } from '../../../generated/definition.ts';
import { MAX_TABS } from '../../core/document/parse.ts';
import { sameValue } from '../../core/document/same.ts';
import { MAX_STAND_INS } from '../../core/document/standIns.ts';
import { MAX_TEXTS } from '../../core/document/texts.ts';

/** The author of a change. */
export type Side = 'mine' | 'theirs';

interface ListKind {
  /** Returns the key of an entry. Entries with the same key are the same. */
  key(entry: unknown): string;
  most: number;
}

type Entry<Name extends 'tabs' | 'texts' | 'standIns'> = NonNullable<DashboardDocument[Name]>[number];

export const LISTS: Readonly<Record<string, ListKind>> = {
  tabs: { key: (entry) => (entry as Entry<'tabs'>).id, most: MAX_TABS },
  texts: { key: (entry) => JSON.stringify(entry), most: MAX_TEXTS },
  standIns: {
    key: (entry) => {
      const { stationSn, from } = entry as Entry<'standIns'>;
      return JSON.stringify([stationSn, from]);
    },
    most: MAX_STAND_INS,
  },
};

interface JoinedList {
  list: unknown[];
  contested: boolean;
}

/** Merges one entry. In the result, `entry` is undefined if it was removed. */
function joinEntry(base: unknown, mine: unknown, theirs: unknown, side: Side) {
  if (sameValue(mine, theirs) || sameValue(base, theirs)) return { entry: mine, contested: false };
  if (sameValue(base, mine)) return { entry: theirs, contested: false };
  return { entry: side === 'mine' ? mine : theirs, contested: true };
}

/** Orders the keys of both sides as the side that reordered them. Entries added by the other side follow. */
function orderKeys(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const common = (keys: readonly string[]) =>
    keys.filter((key) => base.includes(key) && mine.includes(key) && theirs.includes(key));
  const isMoved = !sameValue(common(base), common(mine));
  const [first, second] = isMoved ? [mine, theirs] : [theirs, mine];
  return [...new Set([...first, ...second])];
}

export function joinList(
  { key, most }: ListKind,
  [base, mine, theirs]: readonly [base: unknown[], mine: unknown[], theirs: unknown[]],
  side: Side,
): JoinedList {
  const maps = [base, mine, theirs].map((list) => new Map(list.map((entry) => [key(entry), entry])));
  const [atBase, atMine, atTheirs] = maps as [
    Map<string, unknown>,
    Map<string, unknown>,
    Map<string, unknown>,
  ];
  const order = orderKeys([...atBase.keys()], [...atMine.keys()], [...atTheirs.keys()]);
  const joined = order.map((key) => joinEntry(atBase.get(key), atMine.get(key), atTheirs.get(key), side));
  const list = joined.flatMap(({ entry }) => (entry === undefined ? [] : [entry]));
  if (list.length > most) return { list: side === 'mine' ? mine : theirs, contested: true };
  return { list, contested: joined.some(({ contested }) => contested) };
}
