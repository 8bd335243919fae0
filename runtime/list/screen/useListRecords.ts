import { useMemo } from 'react';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { type ListRecord, useRecords } from '../../record/calls/useRecords.ts';
import { type ListQuery, type ListState, listModes } from '../../record/query/query.ts';
import { useLevelLines, useLevelRecords } from '../tree/useLevelRecords.ts';
import { useTreeRecords } from '../tree/useTreeRecords.ts';

const NO_RECORDS: ListRecord[] = [];

/**
 * Loads the rows in the current mode. A too large tree is loaded level by level. Its filter results, and a tree
 * displayed as cards, are loaded endlessly.
 */
export function useListRecords(entity: EntityDefinition, query: ListQuery, state: ListState, cards: boolean) {
  const inTree = state.mode === 'tree' && !cards;
  const { view, tooMany, narrowed, ...tree } = useTreeRecords(entity, query, inTree);
  const isTree = inTree && !tooMany;
  const isByLevel = inTree && tooMany && !narrowed;
  const levels = useLevelRecords(entity, query, isByLevel);
  const { current, size } = state;
  const mode = state.mode === 'tree' && !isTree ? 'endless' : state.mode;
  const flat = useRecords(entity, isByLevel ? levels.query : query, { mode, current, size });
  const opened = useLevelLines(levels, isByLevel ? flat.records : NO_RECORDS);
  // A parent that is only shown for a match does not count.
  const matches = useMemo(
    () => tree.records.filter(({ id }) => view.places.get(id)?.found),
    [tree.records, view],
  );
  const modes = listModes(entity).filter((mode) => mode !== 'tree' || !(cards || (tooMany && narrowed)));
  if (isByLevel)
    return { ...flat, ...opened, total: tree.total, found: opened.records, mode: 'tree' as const, modes };
  return isTree
    ? { ...flat, ...tree, found: matches, mode, modes, tree: view }
    : { ...flat, found: flat.records, mode, modes, tree: null };
}

export type ListRecords = ReturnType<typeof useListRecords>;
