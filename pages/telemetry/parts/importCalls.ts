import { call } from '../../../runtime/kit/api/client.ts';
import { saveFile } from '../../../runtime/kit/browser/saveFile.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import type { Format, Inspection, Job } from './settings.ts';

export const IMPORTS_KEY = ['telemetryImportPage'];
export const refreshImports = (): Promise<void> => queryClient.invalidateQueries({ queryKey: IMPORTS_KEY });

const formBody = (parts: Record<string, string | Blob>, file: Blob, name: string): FormData => {
  const body = new FormData();
  for (const [key, value] of Object.entries(parts)) body.append(key, value);
  body.append('file', file, name);
  return body;
};

export function inspectFile(file: File, stationSn: string, format: Format): Promise<Inspection> {
  const body = formBody({ stationSn, format: JSON.stringify(format) }, file, file.name);
  return call('telemetryImportInspect', { body }, { quiet: true });
}

export function startImport(file: File, stationSn: string, mapping: object, dryRun: boolean): Promise<Job> {
  const parts = { stationSn, dryRun: String(dryRun), mapping: new Blob([JSON.stringify(mapping)]) };
  return call('telemetryImport', { body: formBody(parts, file, file.name) }, { quiet: true });
}

const POLL_MS = 400;
export const isAtWork = ({ status }: Pick<Job, 'status'>): boolean =>
  status === 'running' || status === 'undoing';

/** Polls a job until its end, and reports its progress. */
export async function followJob(started: Job, onStep: (job: Job) => void): Promise<Job> {
  let job = started;
  onStep(job);
  while (isAtWork(job)) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    job = await call('telemetryImportStatus', { path: { id: job.id } }, { quiet: true });
    onStep(job);
  }
  return job;
}

/** Saves the rejected values of a job as a file. */
export async function saveRejected({ id, fileName }: Job): Promise<void> {
  const content: unknown = await call('telemetryImportRejected', { path: { id } });
  if (content instanceof Blob) saveFile(content, `${fileName.replace(/\.\w+$/, '')}.rejected.csv`);
}
