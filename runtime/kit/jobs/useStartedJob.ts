import { useState } from 'react';
import { isJobRunning, type Job, unwatchJob, watchJob } from './jobs.ts';

/** Follows a job that a dialog starts. Closing the dialog does not stop it: a notice announces its end then. */
export function useStartedJob(onClose: () => void) {
  const [job, setJob] = useState<Job | null>(null);
  const [isStarting, setStarting] = useState(false);
  return {
    job,
    isStarting,
    /** Starts the job. An error was already shown, and the dialog stays open. */
    async start(ask: () => Promise<Job>): Promise<void> {
      setStarting(true);
      const started = await ask().catch(() => null);
      setStarting(false);
      if (started) setJob(started);
    },
    close(): void {
      if (job && isJobRunning(job)) watchJob(job.id);
      onClose();
    },
    end(ended: Job): void {
      unwatchJob(ended.id);
      setJob(ended);
    },
  };
}
