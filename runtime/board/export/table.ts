/** A table of figures, as it is shown and written into a file. */
import type { StatisticMethod } from '../../core/scheduler/types.ts';
import type { Lang } from '../../kit/i18n/index.ts';

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
  /** How a figure is made, by the method that is asked for. */
  methods: Readonly<Record<StatisticMethod, string>>;
  field: string;
  yes: string;
  no: string;
  lang: Lang;
  /** Of the station: times among other things are written in it. */
  zone: string;
}
