/** Evaluates the report of an import job. */
import type { ImportReport } from '../../core/importReport.ts';
import { isJobRunning, type Job } from '../../kit/jobs/jobs.ts';

/** Returns the report of a job. Null until the job has ended. */
export function reportOf(job: Job | null): ImportReport | null {
  const result = job?.result;
  return result && Array.isArray(result.problems) ? (result as unknown as ImportReport) : null;
}

/** Returns the number of rows that can be imported, or were imported. */
export const rowsGood = ({ created, updated }: ImportReport): number => created + updated;

/** The check of a file, or the import after it. */
export interface ImportStage {
  dryRun: boolean;
  job: Job;
}

/** Reads the result of a stage. While its job runs, the report is null. */
export function readStage({ dryRun, job }: ImportStage) {
  const ended = !isJobRunning(job);
  const report = ended ? reportOf(job) : null;
  const good = report && report.blocked.length === 0 ? rowsGood(report) : 0;
  return {
    ended,
    report,
    /** Number of rows that can be imported after this check. */
    importable: ended && dryRun ? good : 0,
    /** True if the file has unchecked rows. */
    hasRest: report !== null && report.left > 0,
  };
}
