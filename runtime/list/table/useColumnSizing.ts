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
  /** Available width for the columns, in pixels. */
  space: number;
  /** Minimum width in pixels by column, so that numbers are not cropped. */
  needs: Readonly<Record<string, number>>;
}

/** Returns the columns with the user's order, pins and widths, also during resizing. */
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
    /** Widths of the columns between the pinned ones. */
    centerWidths: table.getCenterLeafColumns().map((column) => column.getSize()),
    startWidth: table.getStartTotalSize(),
    totalWidth: table.getTotalSize(),
    /** Sets the width of a column. Null restores the default. */
    onWidth(name: string, width: number | null, done: boolean): void {
      setSizing(done || width === null ? null : { name, width: clampWidth(width) });
      if (done) onLayout(layoutSize(layout, name, width));
    },
  };
}
