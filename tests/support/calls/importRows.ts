import { type Cell, checkTable, type Import, importTable, tableFile, upload } from '../records/excel.ts';
import type { Client } from './client.ts';

/** Checks and imports a table whose first row is the header. Returns the reports of the check and of the import. */
export async function importRows(client: Client, wish: Import, rows: readonly (readonly Cell[])[]) {
  const check = await checkTable(client, wish, upload(await tableFile(rows)));
  return { checked: check.report, imported: (await importTable(client, wish, check.job)).report };
}
