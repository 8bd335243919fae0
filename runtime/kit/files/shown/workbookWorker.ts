/** Reads a workbook in its own thread, so that a huge one only ends this thread. */
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
