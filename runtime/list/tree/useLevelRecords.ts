/** Loads a large tree level by level: the root records, and the children of expanded records. */
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { allRecords } from '../../record/calls/allRecords.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { narrowFixed } from '../../record/query/fixed.ts';
import type { ListQuery } from '../../record/query/query.ts';
import { treeLines } from './tree.ts';
import { isOpened, useOpened } from './useOpened.ts';
import type { TreeView } from './useTreeRecords.ts';

/** Maximum number of loaded children of a record. */
const LEVEL_LIMIT = 2000;

/** Returns the query for the root records, and the expanded levels. */
export function useLevelRecords(entity: EntityDefinition, query: ListQuery, isEnabled: boolean) {
  const parent = entity.parent ?? '';
  const { opened, turn, turnAll } = useOpened('levels');
  const ids = isEnabled ? [...opened.changed] : [];
  const below = useQueries(
    {
      queries: ids.map((id) => ({
        queryKey: ['records', entity.name, 'below', id, query.sort],
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const levelQuery = { ...narrowFixed({}, { [parent]: id }), sort: query.sort };
          return { id, ...(await allRecords(entity, levelQuery, LEVEL_LIMIT, signal)) };
        },
      })),
      combine: (answers) => answers.flatMap(({ data }) => data ?? []),
    },
    queryClient,
  );
  const top = useMemo(() => narrowFixed(query, { [parent]: null }), [query, parent]);
  return { query: top, below, opened, turn, turnAll };
}

/** Returns the rows of the expanded levels in order. */
export function useLevelLines(
  { below, opened, turn, turnAll }: Omit<ReturnType<typeof useLevelRecords>, 'query'>,
  roots: readonly ListRecord[],
): { records: ListRecord[]; tree: TreeView } {
  const lines = useMemo(
    () =>
      treeLines(
        { roots, below: new Map(below.map(({ id, records }) => [id, records])) },
        ({ id }) => isOpened(opened, id, false),
        null,
        ({ _below }) => _below === true,
      ),
    [roots, below, opened],
  );
  return useMemo(
    () => ({
      records: [...lines.values()].map(({ record }) => record),
      tree: {
        places: lines,
        turn,
        // Expanding all levels would load the whole tree.
        turnAll: () => turnAll(false),
        anyOpen: [...lines.values()].some(({ branch }) => branch === 'open'),
        isByLevel: true,
      },
    }),
    [lines, turn, turnAll],
  );
}
