import { useQueries } from '@tanstack/react-query';
import type { Entity } from '../../../core/definitions/entities.ts';
import { call } from '../../../kit/api/client.ts';
import { queryClient } from '../../../kit/session/queryClient.ts';
import { addDays, dayText } from '../dates.ts';
import type { PersonDay } from './LaneLoad.tsx';
import type { Axis } from './timeAxis.ts';

/** Maximum numbers of days and users of one call. */
const MOST_DAYS = 100;
const MOST_USERS = 200;

const NONE: ReadonlyMap<number, readonly PersonDay[]> = new Map();

const steps = (count: number, size: number): number[] =>
  Array.from({ length: Math.ceil(count / size) }, (_, at) => at * size);

/** Returns the days with work or an absence by user. Empty if not wanted, and while they load. */
export function usePersonDays(
  entity: Entity,
  { start, days }: Axis,
  users: readonly number[],
  isEnabled: boolean,
): ReadonlyMap<number, readonly PersonDay[]> {
  const questions = isEnabled
    ? steps(days, MOST_DAYS).flatMap((at) =>
        steps(users.length, MOST_USERS).map((first) => ({
          users: users.slice(first, first + MOST_USERS).join(','),
          from: dayText(addDays(start, at)),
          days: Math.min(MOST_DAYS, days - at),
        })),
      )
    : [];
  return useQueries(
    {
      queries: questions.map((query) => ({
        // A change of a record of the list reloads the days, too.
        queryKey: ['records', entity.name, 'personDays', query],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          call('recordPersonDays', { path: { entity: entity.name }, query }, { quiet: true, signal }),
        placeholderData: (previous: readonly PersonDay[] | undefined) => previous,
      })),
      combine: (results) =>
        results.length === 0
          ? NONE
          : Map.groupBy(
              results.flatMap(({ data }) => data ?? []),
              ({ userId }) => userId,
            ),
    },
    queryClient,
  );
}
