/** The station of the address and the site that the shell shows are one: whichever changes takes the other along. */
import { useEffect, useRef } from 'react';
import { type Station, useSite } from '../../kit/session/site.ts';
import type { BoardViewState } from './useBoardView.ts';

interface Known {
  site: ReturnType<typeof useSite>;
  station: Station | undefined;
  /** The address names a station that this person does not have. */
  unknown: boolean;
}

export function useStationOfView({ station: wanted, change }: BoardViewState): Known {
  const site = useSite();
  const { status, stations, stationSn, select } = site;
  const addressed = stations.find(({ sn }) => sn === wanted);
  const known = addressed !== undefined;
  const before = useRef<{ stationSn: string; wanted: string | null; known: boolean } | null>(null);
  useEffect(() => {
    if (status !== 'ready' || stationSn === null) return;
    const was = before.current;
    before.current = { stationSn, wanted, known };
    if (wanted === stationSn) return;
    const chosen = was !== null && was.stationSn !== stationSn;
    // It belongs to another tenant, or was taken away meanwhile.
    const gone = was?.wanted === wanted && was.known && !known;
    if (wanted === null) change({ station: stationSn });
    else if (gone) change({ station: stationSn, board: null, tab: null, device: null });
    else if (chosen && was.wanted === wanted)
      change({ station: stationSn, board: null, tab: null, device: null }, 'push');
    else if (known) select(wanted);
  }, [status, stationSn, wanted, known, change, select]);
  return {
    site,
    station: addressed ?? (wanted === null ? stations.find(({ sn }) => sn === stationSn) : undefined),
    unknown: status === 'ready' && wanted !== null && !known && stationSn !== null,
  };
}
