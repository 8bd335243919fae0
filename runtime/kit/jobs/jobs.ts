/** Tracks the server's jobs: requests their progress, and notifies the user when they end. */

import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import type { Data } from '../../../generated/calls.ts';
import { pickText } from '../../core/text/pickText.ts';
import { call } from '../api/client.ts';
import { notify } from '../api/notices.ts';
import { translate } from '../i18n/index.ts';
import { currentLang } from '../i18n/lang.ts';
import { queryClient } from '../session/queryClient.ts';

export type Job = Data<'jobGet'>;

const POLL_MS = 700;
const LISTED = 20;
/** Storage key of jobs that were running when the user left the page. After a reload they are tracked again. */
const STORED = 'wattdeck-jobs';

const KEY = 'job';

/** Returns whether a job is running. A cancelled job is still running until it ends. */
export const isJobRunning = (job: Job | undefined): boolean => job === undefined || job.finishedAt === null;

export function useJob(id: number | null) {
  return useQuery(
    {
      queryKey: [KEY, id],
      queryFn: ({ signal }) => call('jobGet', { path: { id: id! } }, { quiet: true, signal }),
      enabled: id !== null,
      refetchInterval: ({ state }) =>
        state.status === 'error' || !isJobRunning(state.data) ? false : POLL_MS,
    },
    queryClient,
  );
}

export function useJobs(enabled: boolean) {
  return useQuery(
    {
      queryKey: [KEY, 'list'],
      queryFn: ({ signal }) => call('jobList', { query: { size: LISTED } }, { quiet: true, signal }),
      enabled,
      refetchInterval: ({ state }) => (state.data?.some(isJobRunning) ? POLL_MS : false),
    },
    queryClient,
  );
}

export async function cancelJob(id: number): Promise<void> {
  const job = await call('jobCancel', { path: { id } });
  queryClient.setQueryData([KEY, id], job);
  await queryClient.invalidateQueries({ queryKey: [KEY, 'list'] });
}

export const jobFileAddress = (id: number): string => `/manager/job/${id}/file`;

/** True while the list of the user's own jobs is open. */
export const useJobsOpen = create<{ open: boolean }>(() => ({ open: false }));
export const openJobs = (): void => useJobsOpen.setState({ open: true });

const watched = new Set<number>();

function storeWatched(): void {
  if (watched.size > 0) sessionStorage.setItem(STORED, JSON.stringify([...watched]));
  else sessionStorage.removeItem(STORED);
}

async function pollWatched(id: number): Promise<void> {
  const job = await call('jobGet', { path: { id } }, { quiet: true }).catch(() => null);
  if (!watched.has(id)) return;
  if (job && isJobRunning(job)) {
    setTimeout(() => void pollWatched(id), POLL_MS);
    return;
  }
  watched.delete(id);
  storeWatched();
  if (!job) return;
  const lang = currentLang();
  const text = translate(lang, 'job.finished', {
    title: pickText(job.title, lang),
    state: translate(lang, `job.${job.status}`),
  });
  const kind = job.status === 'done' ? 'success' : 'warning';
  notify({ kind, text: { text }, action: { key: 'job.open', run: openJobs } });
}

/** Tracks a running job after its dialog was closed, and shows a message at its end. */
export function watchJob(id: number): void {
  if (watched.has(id)) return;
  watched.add(id);
  storeWatched();
  void pollWatched(id);
}

export function unwatchJob(id: number): void {
  watched.delete(id);
  storeWatched();
}

/** Tracks the stored jobs again after a reload. */
export function resumeJobs(): void {
  const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? '[]');
  if (Array.isArray(stored)) for (const id of stored) if (Number.isSafeInteger(id)) watchJob(id as number);
}
