/** Which cells a row draws, in their order; the same object as long as nothing about it changes. */
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  tableFeatures,
} from '@tanstack/react-table';
import type { CSSProperties } from 'react';
import type { ListRecord } from '../useRecords.ts';

export const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
});
export const helper = createColumnHelper<typeof features, ListRecord>();

export interface RowPlan {
  start: readonly string[];
  center: readonly string[];
  end: readonly string[];
  /** Columns out of sight are stood for by a gap on either side. */
  gaps: boolean;
  /** The number of the first of `center` among all columns, from 1. */
  centerAt: number;
  selectable: boolean;
  /** How far from the edge the column stands that opens a row's details; null: there is none. */
  details: number | null;
}

export const START = '--wd-table-start';
export const END = '--wd-table-end';

/** How far from the edge each pinned column stays, as variables of the table: rows need not know. */
export function pin_offsets(
  start: readonly number[],
  end: readonly number[],
  lead: number,
  tail: number,
): CSSProperties {
  const variables: Record<string, string> = {};
  let at = lead;
  for (const [index, width] of start.entries()) {
    variables[`${START}-${index}`] = `${at}px`;
    at += width;
  }
  at = tail;
  for (const [index, width] of [...end].reverse().entries()) {
    variables[`${END}-${end.length - 1 - index}`] = `${at}px`;
    at += width;
  }
  return variables as CSSProperties;
}

export const pinned_start = (index: number): CSSProperties => ({
  insetInlineStart: `var(${START}-${index})`,
});
export const pinned_end = (index: number): CSSProperties => ({ insetInlineEnd: `var(${END}-${index})` });
