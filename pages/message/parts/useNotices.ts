import { useQuery } from '@tanstack/react-query';
import type { Data } from '../../../generated/calls.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { notifyFailure } from '../../../runtime/kit/api/failure.ts';
import { refreshCounts } from '../../../runtime/kit/session/counts.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';

export type NoticeLine = Data<'noticeGet'>;
export const KINDS = ['approval', 'transition', 'comment', 'alarm', 'reminder'] as const;
export type Kind = (typeof KINDS)[number];

export interface NoticeQuery {
  unread?: true;
  kind?: Kind;
  current: number;
  size: number;
}

const KEY = 'notices';
const EVERY_MS = 60_000;

export function useNotices(query: NoticeQuery) {
  return useQuery(
    {
      queryKey: [KEY, query],
      queryFn: ({ signal }) => call('noticePage', { query }, { quiet: true, signal }),
      placeholderData: (previous) => previous,
      refetchInterval: EVERY_MS,
      refetchOnWindowFocus: 'always',
    },
    queryClient,
  );
}

async function act(run: Promise<unknown>): Promise<void> {
  try {
    await run;
  } catch (error) {
    notifyFailure(error);
  } finally {
    void queryClient.invalidateQueries({ queryKey: [KEY] });
    refreshCounts();
  }
}

const quiet = { quiet: true };

/** Marks these notices as read or unread. Without ids, it marks all of them. */
export const markNotices = (isRead: boolean, ids?: number[]): Promise<void> =>
  act(call('noticeHandle', { body: { isRead, ...(ids ? { ids } : {}) } }, quiet));

export const deleteNotice = (id: number): Promise<void> => act(call('noticeDelete', { path: { id } }, quiet));
