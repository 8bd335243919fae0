/** Reads a large tree level by level: the records at the top, and those below a record when the user opens it. */
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

/** The number of records of one level below a record that are read. */
const LEVEL_LIMIT = 2000;

/** Returns the query for the records at the top, and the levels that the user opened. */
export function useLevelRecords(entity: EntityDefinition, query: ListQuery, isWanted: boolean) {
  const parent = entity.parent ?? '';
  const { opened, turn, turnAll } = useOpened('levels');
  const ids = isWanted ? [...opened.changed] : [];
  const below = useQueries(
    {
      queries: ids.map((id) => ({
        queryKey: ['records', entity.name, 'below', id, query.sort],
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const asked = { ...narrowFixed({}, { [parent]: id }), sort: query.sort };
          return { id, ...(await allRecords(entity, asked, LEVEL_LIMIT, signal)) };
        },
      })),
      combine: (answers) => answers.flatMap(({ data }) => data ?? []),
    },
    queryClient,
  );
  const top = useMemo(() => narrowFixed(query, { [parent]: null }), [query, parent]);
  return { query: top, below, opened, turn, turnAll };
}

/** Returns the rows of the opened levels in their order. */
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
        // Opening all levels would read the whole tree.
        turnAll: () => turnAll(false),
        anyOpen: [...lines.values()].some(({ branch }) => branch === 'open'),
        isByLevel: true,
      },
    }),
    [lines, turn, turnAll],
  );
}
