/** A job reports about an imported file in these sentences. */
import type { ImportReport } from '../../core/importReport.ts';
import { isJobRunning, type Job } from '../../kit/jobs/jobs.ts';

/** Null while the job has not come to an end. */
export function reportOf(job: Job | null): ImportReport | null {
  const result = job?.result;
  return result && Array.isArray(result.problems) ? (result as unknown as ImportReport) : null;
}

/** Rows that may be imported, or were. */
export const rowsGood = ({ created, updated }: ImportReport): number => created + updated;

/** The check of a file, or the import that followed it. */
export interface ImportStage {
  dryRun: boolean;
  job: Job;
}

/** Reads the end of a stage; nothing while it runs. */
export function readStage({ dryRun, job }: ImportStage) {
  const ended = !isJobRunning(job);
  const report = ended ? reportOf(job) : null;
  const good = report && report.blocked.length === 0 ? rowsGood(report) : 0;
  return {
    ended,
    report,
    /** Rows that this check leaves to be imported. */
    importable: ended && dryRun ? good : 0,
    /** Rows stand behind the last one that was read. */
    hasRest: report !== null && report.left > 0,
  };
}
