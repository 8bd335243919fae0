import { useEffect } from 'react';
import { later } from '../overlay/later.tsx';
import { useWasOpen } from '../overlay/useWasOpen.ts';
import { resumeJobs, useJobsOpen } from './jobs.ts';

const JobsDialog = later(async () => ({ default: (await import('./JobsDialog.tsx')).JobsDialog }));

/** Shows one's own jobs: those that run are followed from the start, the list of them comes when somebody opens it. */
export function Jobs() {
  const open = useJobsOpen((state) => state.open);
  const wasOpened = useWasOpen(open);
  useEffect(resumeJobs, []);
  return wasOpened && <JobsDialog open={open} />;
}
