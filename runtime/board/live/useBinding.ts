/** Requests the variables of a board for the open station, unless the board has fixed variables. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { DashboardDocument } from '../../../generated/definition.ts';
import {
  type BoardBind,
  type BoardBinding,
  type BoundDevice,
  bindBoard,
  boardPairs,
  followPairs,
  standInsOf,
} from '../../core/boards/boardBinding.ts';
import type { StandIn } from '../../core/document/standIns.ts';
import { call } from '../../kit/api/client.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { widgetDefinitions } from '../widget/registry.ts';

export interface Bound {
  status: 'ready' | 'loading' | 'failed';
  /** Null on a board with fixed variables. */
  bind: BoardBind | null;
  /** The devices that the user may choose. Null if no widget follows one. */
  devices: readonly BoundDevice[] | null;
  retry(): void;
}

interface Place {
  stationSn: string;
  boardId: number | null;
  anyStation: boolean;
}

const NOTHING: BoardBinding = { devices: [], variables: [] };
const FRESH_MS = 60_000;

const NONE: readonly StandIn[] = [];

/**
 * @param chosenDevice the device in the address
 * @param standIns the station's stand-ins, if the binding does not contain them yet
 */
export function useBound(
  binding: BoardBinding | null,
  document: DashboardDocument,
  chosenDevice: string | null,
  standIns = NONE,
): Pick<Bound, 'bind' | 'devices'> {
  const follows = useMemo(() => followPairs(boardPairs(document, widgetDefinitions)), [document]);
  const bind = useMemo(
    () => binding && bindBoard(binding, chosenDevice, standIns),
    [binding, chosenDevice, standIns],
  );
  return { bind, devices: follows && binding ? binding.devices : null };
}

export function useBinding(
  { stationSn, boardId, anyStation }: Place,
  document: DashboardDocument,
  chosenDevice: string | null,
): Bound {
  const pairs = useMemo(() => boardPairs(document, widgetDefinitions), [document]);
  const needed = pairs.length > 0 && (anyStation || followPairs(pairs));
  const { data, isError, refetch } = useQuery(
    {
      queryKey: ['boardBinding', stationSn, boardId, pairs],
      queryFn: ({ signal }) =>
        call('boardBinding', { body: { stationSn, boardId, pairs } }, { quiet: true, signal }),
      enabled: needed,
      // When the user adds a widget, the board remains mounted while the new binding loads.
      placeholderData: keepPreviousData,
      staleTime: FRESH_MS,
    },
    queryClient,
  );
  const place = `${stationSn} ${boardId}`;
  const [last, setLast] = useState<{ place: string; data: BoardBinding } | null>(null);
  if (data && last?.data !== data) setLast({ place, data });
  // A failed request in edit mode must not unmount the board.
  const answer = data ?? (last?.place === place ? last.data : undefined);
  const { standIns } = document;
  const chosen = useMemo(() => standInsOf({ standIns }, stationSn), [standIns, stationSn]);
  const bound = useBound(needed ? (answer ?? NOTHING) : null, document, chosenDevice, chosen);
  const status = !needed || answer ? 'ready' : isError ? 'failed' : 'loading';
  return { ...bound, status, retry: () => void refetch() };
}
