import { useMemo } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import type { ListState } from '../../record/query/query.ts';
import { type ListLayout, orderLayout } from '../table/columnLayout.ts';
import { useTableLayout } from '../table/useTableLayout.ts';
import { withColumn, withoutColumn } from './constantColumns.ts';

/**
 * Returns the columns in the user's layout, without the column that would repeat the chosen station. That column keeps
 * its place in the stored layout.
 */
export function useListColumns(
  entity: Entity,
  repeated: string | null,
  { columns: named }: ListState,
  onChange: (part: Partial<ListState>) => void,
) {
  const arranged = useTableLayout(entity, named, (columns) => onChange({ columns }));
  const layout = useMemo(() => withoutColumn(arranged.layout, repeated), [arranged.layout, repeated]);
  const columns = useMemo(() => orderLayout(entity, layout), [entity, layout]);
  const change = (next: ListLayout) => arranged.change(withColumn(next, arranged.layout, repeated));
  return { arranged, columns, table: { layout, change } };
}
