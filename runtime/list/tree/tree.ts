/** A list of hierarchical records. The user expands a record to see its children. */
import type { Tree } from '../../core/tree.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';

/** The position of a record in the tree, for display and screen readers. */
export interface TreePlace {
  /** Starts at 1. */
  level: number;
  branch: 'open' | 'closed' | 'leaf';
  position: number;
  siblings: number;
  /** False for a parent that is only shown for a match. */
  found: boolean;
}

/** Returns the matches with all their parents. */
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
 * Returns the visible records from top to bottom with their positions. `isParent`: records whose children are not loaded
 * yet.
 */
export function treeLines(
  { roots, below }: Tree<ListRecord>,
  isOpen: (record: ListRecord, level: number) => boolean,
  matches: ReadonlySet<number> | null,
  isParent: (record: ListRecord) => boolean = NONE,
): Map<number, TreePlace & { record: ListRecord }> {
  const lines = new Map<number, TreePlace & { record: ListRecord }>();
  const walk = (records: readonly ListRecord[], level: number): void => {
    for (const [index, record] of records.entries()) {
      const inner = below.get(record.id) ?? [];
      const isBranch = inner.length > 0 || isParent(record);
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
