/** Synchronizes the station in the address with the selected site of the shell, in both directions. */
import { useEffect, useRef } from 'react';
import { type Station, useSite } from '../../kit/session/site.ts';
import type { BoardViewState } from './useBoardView.ts';

interface Known {
  site: ReturnType<typeof useSite>;
  station: Station | undefined;
  /** The address names a station that this user does not have. */
  unknown: boolean;
}

export function useStationOfView({ station: wantedStation, change }: BoardViewState): Known {
  const site = useSite();
  const { status, stations, stationSn, select } = site;
  const addressed = stations.find(({ sn }) => sn === wantedStation);
  const isAddressed = addressed !== undefined;
  const before = useRef<{ stationSn: string; wanted: string | null; known: boolean } | null>(null);
  useEffect(() => {
    if (status !== 'ready' || stationSn === null) return;
    const was = before.current;
    before.current = { stationSn, wanted: wantedStation, known: isAddressed };
    if (wantedStation === stationSn) return;
    const chosen = was !== null && was.stationSn !== stationSn;
    // The station belongs to another tenant, or was removed.
    const gone = was?.wanted === wantedStation && was.known && !isAddressed;
    if (wantedStation === null) change({ station: stationSn });
    else if (gone) change({ station: stationSn, board: null, tab: null, device: null });
    else if (chosen && was.wanted === wantedStation)
      change({ station: stationSn, board: null, tab: null, device: null }, 'push');
    else if (isAddressed) select(wantedStation);
  }, [status, stationSn, wantedStation, isAddressed, change, select]);
  return {
    site,
    station: addressed ?? (wantedStation === null ? stations.find(({ sn }) => sn === stationSn) : undefined),
    unknown: status === 'ready' && wantedStation !== null && !isAddressed && stationSn !== null,
  };
}
