/** A table of figures, as it is shown and as a file contains it. */

import type { StatisticMethod } from '../../core/scheduler/types.ts';
import type { Lang } from '../../core/text/lang.ts';
import type { TextWords } from '../../record/figures/draw/figureTable.ts';

export type TableCell = string | number | null;

export interface TableColumn {
  title: string;
  /** A time is in milliseconds. */
  kind: 'text' | 'number' | 'time';
  decimals?: number;
}

export interface DataTable {
  title: string;
  columns: TableColumn[];
  rows: TableCell[][];
  /** True if the table is not complete. The title mentions that. */
  more?: boolean;
}

/** Texts in the user's language. */
export interface TableWords {
  time: string;
  variable: string;
  name: string;
  value: string;
  unit: string;
  from: string;
  to: string;
  method: string;
  /** Labels of the statistics methods. */
  methods: Readonly<Record<StatisticMethod, string>>;
  field: string;
  /** The note in a title if rows are missing. */
  part: string;
  yes: string;
  no: string;
  lang: Lang;
  /** Texts for statistics of records. */
  figures: TextWords;
  /** The station's time zone, in which times are written. */
  zone: string;
}
