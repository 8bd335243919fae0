/** The report of an imported table, which the server writes and the browser shows. */
export type ImportMode = 'create' | 'update' | 'both';

export interface Problem {
  /** The row number in the spreadsheet. A problem of a whole column has the row of the header. */
  row: number;
  /** The field's name, or the title of a column without a field. */
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
  /** The number of the heading row. */
  headerRow: number;
  /** Number of rows with data that were checked. */
  total: number;
  /** In a dry run, the records that would be created. */
  created: number;
  updated: number;
  /** Records that already equal the row. */
  unchanged: number;
  rejected: number;
  /** Spreadsheet row number of the last checked row. */
  lastRow: number;
  /** Rows that a cancelled import did not check. The file of rejected rows contains them. */
  left: number;
  /** Columns that match no field. */
  unknown: string[];
  /** Columns that match a field but are not imported. */
  ignored: string[];
  /** Problems that prevent the import of the whole file. */
  blocked: Problem[];
  /** The first problems. The file of rejected rows contains all. */
  problems: Problem[];
  problemCount: number;
  problemColumns: { title: string; count: number }[];
}
