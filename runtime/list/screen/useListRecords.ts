import { useMemo } from 'react';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { useRecords } from '../../record/calls/useRecords.ts';
import { type ListQuery, type ListState, listModes } from '../../record/query/query.ts';
import { useTreeRecords } from '../tree/useTreeRecords.ts';

/** Reads the rows in the current mode. A tree that is too large or is drawn as cards is loaded endlessly. */
export function useListRecords(entity: EntityDefinition, query: ListQuery, state: ListState, cards: boolean) {
  const inTree = state.mode === 'tree' && !cards;
  const { view, tooMany, ...tree } = useTreeRecords(entity, query, inTree);
  const isTree = inTree && !tooMany;
  const { current, size } = state;
  const mode = state.mode === 'tree' && !isTree ? 'endless' : state.mode;
  const flat = useRecords(entity, query, { mode, current, size });
  // A record that is only shown as the parent of a hit is not a part of the result.
  const matches = useMemo(
    () => tree.records.filter(({ id }) => view.places.get(id)?.found),
    [tree.records, view],
  );
  const modes = listModes(entity).filter((mode) => mode !== 'tree' || !(cards || tooMany));
  return isTree
    ? { ...flat, ...tree, found: matches, mode, modes, tree: view }
    : { ...flat, found: flat.records, mode, modes, tree: null };
}

export type ListRecords = ReturnType<typeof useListRecords>;
