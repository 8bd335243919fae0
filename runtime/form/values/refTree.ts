/** Loads records of a tree (an entity with `parent`) level by level. */
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { entityRegistry } from '../../core/definitions/entities.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { listCall, refOption } from './refList.ts';
import { type FilterLeaf, needFilter, type RefTarget } from './refTarget.ts';

export interface TreeNode {
  /** The record's id, which the next level refers to. */
  key: number;
  above: number;
  value: string | number;
  title: string;
  disabled: boolean;
  isLeaf: boolean;
}

/** Parent id of the root records. No record has this id. */
export const ROOT = 0;
/** Page size of a call. */
const PART = 200;
/** Maximum number of records in a level. Longer lists are not readable. */
const LEVEL_LIMIT = 2000;
const FRESH_MS = 60_000;

/** Loads the root records. `load` loads the children of a record. `self` and its descendants cannot be chosen. */
export function useRefTree(target: RefTarget, enabled: boolean, self: number | undefined) {
  const [opened, setOpened] = useState<readonly number[]>([ROOT]);
  const parent = entityRegistry.get(target.entity)?.parent;
  const levels = useQueries(
    {
      queries: opened.map((above) => ({
        ...levelQuery(target, parent, above),
        enabled: enabled && !target.awaits,
      })),
    },
    queryClient,
  );
  return {
    nodes: levels.flatMap(({ data }, index) =>
      (data?.records ?? []).map((record) => buildNode(target, record, opened[index] ?? ROOT, self)),
    ),
    cut: levels.some(({ data }) => data?.cut),
    loading: levels.some(({ isLoading }) => isLoading),
    failed: levels.some(({ isError }) => isError),
    load(key: number): Promise<void> {
      setOpened((keys) => (keys.includes(key) ? keys : [...keys, key]));
      return queryClient.ensureQueryData(levelQuery(target, parent, key)).then(() => undefined);
    },
  };
}

const levelQuery = (target: RefTarget, parent: string | undefined, above: number) => ({
  queryKey: ['ref', target.entity, target.key, 'below', above, needFilter(target.needs) ?? ''],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    readLevel((query) => listCall(target.entity, query, signal), { parent, needs: target.needs }, above),
  staleTime: FRESH_MS,
});

interface Level {
  records: Record<string, unknown>[];
  /** True if the tree has more records than the limit. */
  cut: boolean;
}

/** Loads all children of a record. An incomplete level would look complete. */
export async function readLevel(
  list: (query: Record<string, unknown>) => ReturnType<typeof listCall>,
  { parent, needs }: { parent: string | undefined } & Pick<RefTarget, 'needs'>,
  above: number,
): Promise<Level> {
  const leaf: FilterLeaf =
    above === ROOT ? { field: parent, op: 'empty', value: true } : { field: parent, op: 'eq', value: above };
  const filter = needFilter(needs, ...(parent ? [leaf] : []));
  const records: Level['records'] = [];
  for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
    if (records.length >= LEVEL_LIMIT) return { records, cut: true };
    const page = await list({ filter, cursor, size: PART });
    records.push(...page.records);
    cursor = page.next;
  }
  return { records, cut: false };
}

function buildNode(
  target: RefTarget,
  record: Record<string, unknown>,
  above: number,
  self: number | undefined,
): TreeNode {
  const { value, label } = refOption(target, record);
  const isSelf = record.id === self;
  return { key: Number(record.id), above, value, title: label, disabled: isSelf, isLeaf: isSelf };
}
