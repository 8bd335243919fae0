import { useTable } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { clampWidth } from '../../kit/table/width.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { type ListLayout, layoutParts, layoutSize, layoutWidths, orderLayout } from './columnLayout.ts';
import { features, helper } from './plan.ts';

interface Input {
  entity: Entity;
  records: ListRecord[];
  layout: ListLayout;
  onLayout(layout: ListLayout): void;
  title(name: string): string;
  /** Pixels that the columns may fill. */
  space: number;
  /** Pixels below which figures would be cut, by column. */
  needs: Readonly<Record<string, number>>;
}

/** The columns as one likes them: their order, what is pinned, and how wide each is, also while one is being sized. */
export function useColumns({ entity, records, layout, onLayout, title, space, needs }: Input) {
  const [sizing, setSizing] = useState<{ name: string; width: number } | null>(null);
  const order = useMemo(() => orderLayout(entity, layout), [entity, layout]);
  const parts = useMemo(() => layoutParts(entity, layout, order), [entity, layout, order]);
  const sizes = useMemo(() => {
    const widths = sizing ? { ...layout.widths, [sizing.name]: sizing.width } : layout.widths;
    return layoutWidths(entity, order, widths, title, space, needs);
  }, [entity, order, layout.widths, sizing, title, space, needs]);
  const columns = useMemo(
    () => helper.columns(order.map((id) => helper.accessor((record) => record[id], { id }))),
    [order],
  );
  const table = useTable({
    features,
    columns,
    data: records,
    getRowId: (record) => String(record.id),
    state: { columnOrder: order, columnSizing: sizes, columnPinning: parts },
  });
  return {
    order,
    parts,
    sizes,
    /** Counts those between the pinned ones. */
    centerWidths: table.getCenterLeafColumns().map((column) => column.getSize()),
    startWidth: table.getStartTotalSize(),
    totalWidth: table.getTotalSize(),
    /** Null: as wide as usual again. */
    onWidth(name: string, width: number | null, done: boolean): void {
      setSizing(done || width === null ? null : { name, width: clampWidth(width) });
      if (done) onLayout(layoutSize(layout, name, width));
    },
  };
}
