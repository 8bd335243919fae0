/** The server writes the report of an imported table in this shape, and the browser shows it. */
export type ImportMode = 'create' | 'update' | 'both';

export interface Problem {
  /** As the spreadsheet numbers it; the header's for what is wrong with a whole column. */
  row: number;
  /** The field's name; what the column is called when it is no field. */
  column: string;
  /** The name of the column in the file. */
  title: string;
  reason: string;
}

export interface ImportReport extends Record<string, unknown> {
  entity: string;
  fileName: string;
  mode: ImportMode;
  dryRun: boolean;
  /** The row of the headings. */
  headerRow: number;
  /** Rows with data that were looked at. */
  total: number;
  /** In a dry run: that would be. */
  created: number;
  updated: number;
  /** Found, and already as the file says. */
  unchanged: number;
  rejected: number;
  /** The last row that was looked at, as the spreadsheet numbers it. */
  lastRow: number;
  /** Rows that were not looked at any more, as it was cancelled; they are in the file of the rejected ones. */
  left: number;
  /** Columns that no field is called. */
  unknown: string[];
  /** Columns that are known and not written. */
  ignored: string[];
  /** Problems that keep the whole file from being imported. */
  blocked: Problem[];
  /** The first ones; the file of the rejected rows has all. */
  problems: Problem[];
  problemCount: number;
  problemColumns: { title: string; count: number }[];
}
