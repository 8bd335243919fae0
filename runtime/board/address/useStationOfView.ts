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

export function useStationOfView({ station: requestedStation, change }: BoardViewState): Known {
  const site = useSite();
  const { status, stations, stationSn, select } = site;
  const addressed = stations.find(({ sn }) => sn === requestedStation);
  const isAddressed = addressed !== undefined;
  const before = useRef<{ stationSn: string; wanted: string | null; known: boolean } | null>(null);
  useEffect(() => {
    if (status !== 'ready' || stationSn === null) return;
    const was = before.current;
    before.current = { stationSn, wanted: requestedStation, known: isAddressed };
    if (requestedStation === stationSn) return;
    const chosen = was !== null && was.stationSn !== stationSn;
    // The station belongs to another tenant, or was removed.
    const gone = was?.wanted === requestedStation && was.known && !isAddressed;
    if (requestedStation === null) change({ station: stationSn });
    else if (gone) change({ station: stationSn, board: null, tab: null, device: null });
    else if (chosen && was.wanted === requestedStation)
      change({ station: stationSn, board: null, tab: null, device: null }, 'push');
    else if (isAddressed) select(requestedStation);
  }, [status, stationSn, requestedStation, isAddressed, change, select]);
  return {
    site,
    station:
      addressed ?? (requestedStation === null ? stations.find(({ sn }) => sn === stationSn) : undefined),
    unknown: status === 'ready' && requestedStation !== null && !isAddressed && stationSn !== null,
  };
}
