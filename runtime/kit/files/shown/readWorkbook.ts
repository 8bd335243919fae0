import type { ShownSheet } from './workbook.ts';

/** Time limit for opening a workbook. */
const LIMIT_MS = 20_000;

export async function readWorkbook(file: Blob, signal: AbortSignal): Promise<ShownSheet[]> {
  const worker = new Worker(new URL('./workbookWorker.ts', import.meta.url), { type: 'module' });
  const ends = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
  return new Promise<ShownSheet[]>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ShownSheet[] | null>) =>
      data ? resolve(data) : reject(new Error('the file is no workbook'));
    worker.onerror = reject;
    ends.addEventListener('abort', () => reject(ends.reason));
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
