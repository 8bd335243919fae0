/** A table of figures, as it is shown and written into a file. */

import type { StatisticMethod } from '../../core/scheduler/types.ts';
import type { Lang } from '../../core/text/lang.ts';
import type { Sayer } from '../../record/figures/draw/figureTable.ts';

export type TableCell = string | number | null;

export interface TableColumn {
  title: string;
  /** Moments are milliseconds. */
  kind: 'text' | 'number' | 'time';
  decimals?: number;
}

export interface DataTable {
  title: string;
  columns: TableColumn[];
  rows: TableCell[][];
  /** There are more rows than these, and the title says so. */
  more?: boolean;
}

/** The words of the person's language. */
export interface TableWords {
  time: string;
  variable: string;
  name: string;
  value: string;
  unit: string;
  from: string;
  to: string;
  method: string;
  /** Says how a figure is made, by the method that is asked for. */
  methods: Readonly<Record<StatisticMethod, string>>;
  field: string;
  /** Says of a title that not all rows are there. */
  part: string;
  yes: string;
  no: string;
  lang: Lang;
  /** The words of figures over records. */
  figures: Sayer;
  /** Names the station's zone: times are written in it. */
  zone: string;
}
