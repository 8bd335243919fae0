import { useState } from 'react';
import { isJobRunning, type Job, unwatchJob, watchJob } from './jobs.ts';

/** Tracks a job that a dialog starts. If the dialog is closed, the job continues, and a message appears at its end. */
export function useStartedJob(onClose: () => void) {
  const [job, setJob] = useState<Job | null>(null);
  const [isStarting, setStarting] = useState(false);
  return {
    job,
    isStarting,
    /** Starts the job. After an error the dialog stays open. The error is already shown. */
    async start(send: () => Promise<Job>): Promise<void> {
      setStarting(true);
      const started = await send().catch(() => null);
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
