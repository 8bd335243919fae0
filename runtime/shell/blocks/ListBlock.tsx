import { useMemo, useSyncExternalStore } from 'react';
import type { ListBlock as Block } from '../../../generated/definition.ts';
import { entityOf, entityRegistry } from '../../core/definitions/entities.ts';
import { CURRENT_VERSIONS } from '../../core/rules/versions.ts';
import { heldPage } from '../../list/screen/constantColumns.ts';
import { EntityList } from '../../list/screen/EntityList.tsx';
import type { FixedValues } from '../../record/query/fixed.ts';
import type { ServerNode } from '../../record/query/group.ts';
import { dayNodes, type Narrowing, narrowWhere } from './narrow.ts';
import '../../list/screen/list.css';

interface Props {
  block: Block;
  narrowing: Narrowing;
}

/** Returns the initial parameters of the list. */
function startOf({ columns, size, mine }: Block): string {
  const params = new URLSearchParams({ as: 'table' });
  if (columns) params.set('columns', columns.join(','));
  if (size) params.set('size', String(size));
  if (mine) params.set('mine', '1');
  return params.toString();
}

/** Returns the same object until the content changes. */
function useSame<T>(value: T): T {
  const text = JSON.stringify(value ?? null);
  return useMemo(() => (JSON.parse(text) ?? undefined) as T, [text]);
}

/** Lists records with all tools of lists, limited by the page's filters. */
export default function ListBlock({ block, narrowing }: Props) {
  const { chosen, period, stationSn } = narrowing;
  const entity = useSyncExternalStore(entityRegistry.subscribe, () => entityOf(block.entity));
  const where = entity.versions ? { ...CURRENT_VERSIONS, ...block.where } : block.where;
  const fixed = useSame<FixedValues | undefined>(narrowWhere(entity, where, chosen));
  const others = useSame<readonly ServerNode[]>(dayNodes(entity, block.day, period));
  const page = { ...heldPage(entity), flags: { participation: block.mine === true } };
  return <EntityList {...{ entity, page, stationSn, fixed, others }} start={startOf(block)} isWithin />;
}
