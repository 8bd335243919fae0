/** Wiring diagrams of the server, and the current values of a diagram. */
import { useQuery } from '@tanstack/react-query';
import type { Data } from '../../../generated/calls.ts';
import { type Diagram, diagramOf } from '../../../runtime/core/diagram/diagram.ts';
import type { Positions } from '../../../runtime/core/diagram/supply.ts';
import { REFRESH_MS } from '../../../runtime/core/scheduler/refreshInterval.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';

export type DiagramRecord = Data<'deviceDiagramGet'>;
export type DiagramName = Data<'deviceDiagramNames'>[number];

const namesKey = (stationSn: string) => ['deviceDiagramNames', stationSn];
const recordKey = (id: number | null) => ['deviceDiagram', id];

export const useDiagramNames = (stationSn: string) =>
  useQuery(
    {
      queryKey: namesKey(stationSn),
      queryFn: ({ signal }) => call('deviceDiagramNames', { query: { stationSn } }, { quiet: true, signal }),
    },
    queryClient,
  );

export const useDiagram = (id: number | null) =>
  useQuery(
    {
      queryKey: recordKey(id),
      queryFn: ({ signal }) => call('deviceDiagramGet', { path: { id: id ?? 0 } }, { quiet: true, signal }),
      enabled: id !== null,
    },
    queryClient,
  );

/** Reloads the diagrams after saving or deleting. */
export async function refreshDiagrams(stationSn: string, id: number | null): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: namesKey(stationSn) });
  if (id !== null) await queryClient.invalidateQueries({ queryKey: recordKey(id) });
}

/** Saves a new diagram, or an existing one with its id and initial version. */
export async function saveDiagram(
  named: { id?: number; version?: number; stationSn: string; name: string },
  { symbols, wires }: Diagram,
): Promise<DiagramRecord> {
  const body = { ...named, symbols: [...symbols], wires: [...wires] };
  const record = await call('deviceDiagramSave', { body }, { quiet: true });
  queryClient.setQueryData(recordKey(record.id), record);
  return record;
}

/** The current states and values of a diagram. */
export interface DiagramNow {
  positions: Positions;
  values: ReadonlyMap<string, Data<'deviceDiagramData'>['values'][number]>;
}

export function useDiagramNow(record: DiagramRecord | undefined) {
  const { data, isError, refetch } = useQuery(
    {
      queryKey: ['deviceDiagramData', record?.id, record?.version],
      queryFn: ({ signal }) =>
        call('deviceDiagramData', { path: { id: record?.id ?? 0 } }, { quiet: true, signal }),
      enabled: record !== undefined,
      refetchInterval: REFRESH_MS,
      // Another user may have changed the diagram.
      select: (read) => {
        if (record && read.version > record.version)
          void queryClient.invalidateQueries({ queryKey: recordKey(record.id) });
        return read;
      },
    },
    queryClient,
  );
  const now: DiagramNow | null = data
    ? {
        positions: new Map(data.states.map(({ key, closed }) => [key, closed])),
        values: new Map(data.values.map((value) => [value.sn, value])),
      }
    : null;
  return { now, failed: isError, retry: () => void refetch() };
}

export const drawingOf = (record: DiagramRecord): Diagram => diagramOf(record);
