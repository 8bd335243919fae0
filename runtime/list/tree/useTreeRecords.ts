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

/**
 * Maximum number of records in a completely loaded tree. A larger tree is loaded level by level, and its filter results
 * are a plain list.
 */
const TREE_LIMIT = 2000;
/** A tree of up to this number of records is fully expanded. A larger one shows two levels. */
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
  const { records, total } = await allRecords(entity, query, TREE_LIMIT, signal, TREE_LIMIT);
  return total > TREE_LIMIT ? { records: [], total, tooMany: true } : { records, total, tooMany: false };
}

const NONE: ListRecord[] = [];

export interface TreeView {
  places: ReadonlyMap<number, TreePlace>;
  turn(id: number): void;
  turnAll(open: boolean): void;
  /** True if at least one record is expanded. */
  anyOpen: boolean;
  /** Levels are loaded on expanding, so the user cannot expand all at once. */
  isByLevel?: true;
}

/**
 * Returns an entity's records with `parent` as a tree. It contains the matches of the filter with all their parents.
 */
export function useTreeRecords(entity: EntityDefinition, query: ListQuery, isEnabled: boolean) {
  const { sort, ...narrowing } = query;
  const parent = entity.parent ?? '';
  const narrowed = narrowing.filter !== undefined || narrowing.search !== undefined;
  const all = useQuery(
    {
      queryKey: ['records', entity.name, 'tree', sort],
      queryFn: ({ signal }) => loadTree(entity, { sort }, signal),
      placeholderData: (previous) => previous,
      enabled: isEnabled,
    },
    queryClient,
  );
  const some = useQuery(
    {
      queryKey: ['records', entity.name, 'treeFound', narrowing],
      queryFn: ({ signal }) => loadTree(entity, { ...narrowing, columns: 'id' }, signal),
      placeholderData: (previous) => previous,
      enabled: isEnabled && narrowed,
    },
    queryClient,
  );
  // Branches with a match expand automatically, even if the user collapsed them before.
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
    /** Number of matches, without their parents. */
    total: ((narrowed && some.data) || all.data)?.total,
    tooMany: all.data?.tooMany === true,
    narrowed,
    isPending: all.isPending,
    isError: failed !== undefined,
    error: failed?.error ?? null,
    // The whole tree is shown until the results are loaded.
    isPlaceholderData: all.isPlaceholderData || (narrowed && (some.isPending || some.isPlaceholderData)),
    retry: () => void Promise.all([all.refetch(), ...(narrowed ? [some.refetch()] : [])]),
  };
}
