import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isWorkDay } from '../../../core/time/workDays.ts';
import { call } from '../../../kit/api/client.ts';
import { useT } from '../../../kit/i18n/index.ts';
import { queryClient } from '../../../kit/session/queryClient.ts';
import { addDays, dayText } from '../dates.ts';

/** Calendars change a few times a year. */
const FRESH_MS = 600_000;

/** An exceptional day: a holiday on a weekday, or a working day on a weekend. */
export interface DayMark {
  kind: 'weekend' | 'holiday' | 'rest' | 'work';
  /** The name of the day, such as `National Day`, or the kind of day if it has no name. */
  title: string;
}

/** Returns the special day of the tenant's working calendar for each day, or null. All are null if not wanted. */
export function useWorkDays(isEnabled: boolean, start: Date, count: number): readonly (DayMark | null)[] {
  const t = useT();
  const [from, to] = [dayText(start), dayText(addDays(start, count - 1))];
  const { data } = useQuery(
    {
      queryKey: ['workDays', from, to],
      // If the call fails, the days are still shown, without highlights.
      queryFn: ({ signal }) => call('workDays', { query: { from, to } }, { quiet: true, signal }),
      placeholderData: (previous) => previous,
      staleTime: FRESH_MS,
      enabled: isEnabled,
    },
    queryClient,
  );
  return useMemo(() => {
    if (!data || !isEnabled) return [];
    const special = new Map(data.days.map((one) => [one.day, one]));
    const calendar = { weekend: data.weekend, days: new Map(data.days.map(({ day, kind }) => [day, kind])) };
    const first = new Date(`${from}T00:00`);
    return Array.from({ length: count }, (_, at): DayMark | null => {
      const day = dayText(addDays(first, at));
      const specialDay = special.get(day);
      const kind = specialDay?.kind ?? (isWorkDay(calendar, day) ? null : 'weekend');
      return kind && { kind, title: [specialDay?.name, t(`display.${kind}Day`)].filter(Boolean).join(' · ') };
    });
  }, [data, isEnabled, from, count, t]);
}
