/** Records that are below each other, as the lines of a list. The user opens a record to see those below. */
import type { Tree } from '../../core/tree.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';

/** The place of a record in the tree, for display and for screen readers. */
export interface TreePlace {
  /** Starts at 1. */
  level: number;
  branch: 'open' | 'closed' | 'leaf';
  position: number;
  siblings: number;
  /** False if it is only shown because a record below it was found. */
  found: boolean;
}

/** Returns the found records with all their parents. */
export function narrowTree(
  records: readonly ListRecord[],
  parent: string,
  matches: ReadonlySet<number>,
): ListRecord[] {
  const recordsById = new Map(records.map((record) => [record.id, record]));
  const shownIds = new Set<number>();
  for (const id of matches) {
    let record = recordsById.get(id);
    while (record && !shownIds.has(record.id)) {
      shownIds.add(record.id);
      record = recordsById.get(record[parent] as number);
    }
  }
  return records.filter(({ id }) => shownIds.has(id));
}

const NONE = (): boolean => false;

/**
 * Returns the records in sight from top to bottom, each with its place. `holds` names records whose records below are
 * not loaded yet.
 */
export function treeLines(
  { roots, below }: Tree<ListRecord>,
  isOpen: (record: ListRecord, level: number) => boolean,
  matches: ReadonlySet<number> | null,
  holds: (record: ListRecord) => boolean = NONE,
): Map<number, TreePlace & { record: ListRecord }> {
  const lines = new Map<number, TreePlace & { record: ListRecord }>();
  const walk = (records: readonly ListRecord[], level: number): void => {
    for (const [index, record] of records.entries()) {
      const inner = below.get(record.id) ?? [];
      const isBranch = inner.length > 0 || holds(record);
      const open = isBranch && isOpen(record, level);
      lines.set(record.id, {
        record,
        level,
        branch: !isBranch ? 'leaf' : open ? 'open' : 'closed',
        position: index + 1,
        siblings: records.length,
        found: matches?.has(record.id) ?? true,
      });
      if (open) walk(inner, level + 1);
    }
  };
  walk(roots, 1);
  return lines;
}
