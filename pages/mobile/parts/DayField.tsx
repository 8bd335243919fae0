import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useMemo, useState } from 'react';
import { isoLocal } from '../../../runtime/core/time/timeWindow.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { useSite } from '../../../runtime/kit/session/site.ts';
import { spanOf } from '../../shared/period/period.ts';
import texts from '../texts.json';

const DATE = 'YYYY-MM-DD';

/** Returns the time zone of a station, or the user's until it is known. */
export function useZone(stationSn: string): string {
  const { stations } = useSite();
  const own = stations.find(({ sn }) => sn === stationSn)?.timeZone;
  return own ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Stores a day in the station's time zone, initially today. */
export function useDay(zone: string) {
  const [chosen, setDay] = useState<string | null>(null);
  const day = chosen ?? isoLocal(Date.now(), zone).slice(0, DATE.length);
  const span = useMemo(() => spanOf({ first: day, last: day }, 0, zone), [day, zone]);
  return { day, setDay, span };
}

export function DayField({ day, onChange }: { day: string; onChange(day: string): void }) {
  const t = useT(texts);
  return (
    <DatePicker
      aria-label={t('mobile.day')}
      allowClear={false}
      value={dayjs(day)}
      onChange={(next) => next && onChange(next.format(DATE))}
    />
  );
}
