import { useQuery } from '@tanstack/react-query';
import type { Data } from '../../../generated/calls.ts';
import type { Text } from '../../../generated/definition.ts';
import { entityRegistry } from '../../core/definitions/entities.ts';
import { listPageOf } from '../../core/definitions/pages.ts';
import { call } from '../../kit/api/client.ts';
import { queryClient } from '../../kit/session/queryClient.ts';

const KEY = ['calendarFeeds'];

export type CalendarFeed = Data<'calendarFeeds'>[number];

/** Returns the default name of a list's calendar, if the user gave none. */
export function calendarTitle(entity: string): Text {
  const title = listPageOf(entity)?.title ?? entityRegistry.get(entity)?.title;
  return title ?? { zh: entity, en: entity };
}

/** Returns the user's calendar subscriptions. */
export function useFeeds() {
  const { data, isPending, isError, refetch } = useQuery(
    { queryKey: KEY, queryFn: ({ signal }) => call('calendarFeeds', {}, { quiet: true, signal }), gcTime: 0 },
    queryClient,
  );
  const refresh = () => queryClient.invalidateQueries({ queryKey: KEY });
  return {
    feeds: data,
    isPending,
    isError,
    refetch,
    refresh,
    async end({ id }: CalendarFeed): Promise<void> {
      await call('calendarFeedEnd', { path: { id } }, { quiet: true });
      await refresh();
    },
  };
}
