import { useEffect } from 'react';
import { later } from '../overlay/later.tsx';
import { useWasOpen } from '../overlay/useWasOpen.ts';
import { resumeJobs, useJobsOpen } from './jobs.ts';

const JobsDialog = later(async () => ({ default: (await import('./JobsDialog.tsx')).JobsDialog }));

/** Shows the user's own jobs. Running jobs are tracked from the start. The list is loaded when it opens. */
export function Jobs() {
  const open = useJobsOpen((state) => state.open);
  const wasOpened = useWasOpen(open);
  useEffect(resumeJobs, []);
  return wasOpened && <JobsDialog open={open} />;
}
