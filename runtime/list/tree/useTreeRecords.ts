import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { buildTree } from '../../core/tree.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { allRecords } from '../../record/calls/allRecords.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import type { ListQuery } from '../../record/query/query.ts';
import { narrowTree, type TreePlace, treeLines } from './tree.ts';
import { isOpened, useOpened } from './useOpened.ts';

/** A tree is read whole, so that each record finds what is above it; more records are a plain list. */
const TREE_LIMIT = 2000;
/** A tree of so few opens whole, a larger one shows its first two levels. */
const OPEN_WHOLE = 60;

interface Loaded {
  records: ListRecord[];
  total: number;
  tooMany: boolean;
}

async function loadTree(
  entity: EntityDefinition,
  query: ListQuery & { columns?: string },
  signal: AbortSignal,
): Promise<Loaded> {
  const { records, total } = await allRecords(entity, query, TREE_LIMIT, signal);
  return total > TREE_LIMIT ? { records: [], total, tooMany: true } : { records, total, tooMany: false };
}

const NONE: ListRecord[] = [];

export interface TreeView {
  places: ReadonlyMap<number, TreePlace>;
  turn(id: number): void;
  turnAll(open: boolean): void;
  /** Says whether anything can be closed. */
  anyOpen: boolean;
}

/** The records of an entity with `parent` as a tree: what the list is narrowed to, with all that it lies below. */
export function useTreeRecords(entity: EntityDefinition, query: ListQuery, isWanted: boolean) {
  const { sort, ...narrowing } = query;
  const parent = entity.parent ?? '';
  const narrowed = narrowing.filter !== undefined || narrowing.search !== undefined;
  const all = useQuery(
    {
      queryKey: ['records', entity.name, 'tree', sort],
      queryFn: ({ signal }) => loadTree(entity, { sort }, signal),
      placeholderData: (previous) => previous,
      enabled: isWanted,
    },
    queryClient,
  );
  const some = useQuery(
    {
      queryKey: ['records', entity.name, 'treeFound', narrowing],
      queryFn: ({ signal }) => loadTree(entity, { ...narrowing, columns: 'id' }, signal),
      placeholderData: (previous) => previous,
      enabled: isWanted && narrowed,
    },
    queryClient,
  );
  // A branch with a hit opens automatically, even if the user closed it before the search.
  const { opened, turn, turnAll } = useOpened(JSON.stringify(narrowing));
  const matches = useMemo(
    () => (narrowed && some.data ? new Set(some.data.records.map(({ id }) => id)) : null),
    [narrowed, some.data],
  );
  const lines = useMemo(() => {
    const whole = all.data?.records ?? NONE;
    const shown = matches ? narrowTree(whole, parent, matches) : whole;
    const usual = (level: number) => narrowed || level === 1 || shown.length <= OPEN_WHOLE;
    return treeLines(
      buildTree(shown, (record) => record[parent]),
      ({ id }, level) => isOpened(opened, id, usual(level)),
      matches,
    );
  }, [all.data, matches, parent, narrowed, opened]);
  const records = useMemo(() => [...lines.values()].map(({ record }) => record), [lines]);
  const view = useMemo<TreeView>(
    () => ({
      places: lines,
      turn,
      turnAll,
      anyOpen: [...lines.values()].some(({ branch }) => branch === 'open'),
    }),
    [lines, turn, turnAll],
  );
  const failed = [all, ...(narrowed ? [some] : [])].find(({ isError }) => isError);
  return {
    records,
    view,
    /** The number of hits; records that only stand above them do not count. */
    total: ((narrowed && some.data) || all.data)?.total,
    tooMany: all.data?.tooMany === true,
    isPending: all.isPending,
    isError: failed !== undefined,
    error: failed?.error ?? null,
    // Until something is found, the whole tree stays.
    isPlaceholderData: all.isPlaceholderData || (narrowed && (some.isPending || some.isPlaceholderData)),
    retry: () => void Promise.all([all.refetch(), ...(narrowed ? [some.refetch()] : [])]),
  };
}
