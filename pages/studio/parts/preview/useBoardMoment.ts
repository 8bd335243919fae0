import { useMemo } from 'react';
import type { BoardMoment } from '../../../../runtime/board/live/useBoardData.ts';
import { useLang } from '../../../../runtime/kit/i18n/index.ts';
import { type Station, useSite } from '../../../../runtime/kit/session/site.ts';

const NO_STATION: Omit<BoardMoment, 'lang'> = {
  stationSn: '',
  zone: 'Asia/Shanghai',
  historical: null,
  range: null,
};

interface Known {
  /** True until the stations are loaded. */
  waiting: boolean;
  station: Station | undefined;
  /** The present moment at the selected station. It is the same object until something changes. */
  moment: BoardMoment;
}

/** Returns the station with which a board is previewed. */
export function useBoardMoment(): Known {
  const lang = useLang();
  const { status, stations, stationSn } = useSite();
  const station = stations.find(({ sn }) => sn === stationSn);
  const moment = useMemo(
    () => ({
      ...NO_STATION,
      lang,
      ...(station && { stationSn: station.sn, zone: station.timeZone ?? 'UTC' }),
    }),
    [station, lang],
  );
  return { waiting: status === 'idle' || status === 'loading', station, moment };
}
