/** Reads the rows of an uploaded table of any file type. */
import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../../../platform/errors/errors.ts';
import { readCsv } from './csvRead.ts';
import type { TableFormat } from './tableWrite.ts';
import { readXlsx, type SheetSource } from './xlsxRead.ts';

export interface TableSource extends SheetSource {
  format: TableFormat;
  close(): Promise<void>;
}

/** The first bytes determine the file type, not the name. Old and encrypted workbooks begin with the same bytes. */
const ZIP = Buffer.from('PK\u0003\u0004');
const OLD = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

export async function readTable(path: string): Promise<TableSource> {
  const file: FileHandle = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (buffer.equals(OLD)) throw new AppError('excel.oldFormat');
    if (!buffer.equals(ZIP)) {
      await file.close();
      return { ...(await readCsv(path)), format: 'csv', close: async () => {} };
    }
    const source = await readXlsx(file);
    return Object.assign(source, { format: 'xlsx' as const, close: () => file.close() });
  } catch (error) {
    await file.close().catch(() => {});
    throw error;
  }
}
