/** A job tells about an imported file in these sentences. */
import type { ImportReport } from '../../core/importReport.ts';
import type { Job } from '../../kit/jobs/jobs.ts';

/** Null while the job has not come to an end. */
export function reportOf(job: Job | null): ImportReport | null {
  const result = job?.result;
  return result && Array.isArray(result.problems) ? (result as unknown as ImportReport) : null;
}

/** Rows that may be imported, or were. */
export const rowsGood = ({ created, updated }: ImportReport): number => created + updated;
