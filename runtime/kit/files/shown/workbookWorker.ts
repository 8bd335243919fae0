/** Reads a workbook in a worker, so that a huge workbook can only crash the worker. */
import readWorkbook from 'read-excel-file/web-worker';
import { shownSheet } from './workbook.ts';

self.onmessage = async ({ data }: MessageEvent<Blob>) => {
  try {
    const sheets = await readWorkbook(data);
    self.postMessage(sheets.map(shownSheet));
  } catch {
    self.postMessage(null);
  }
};
