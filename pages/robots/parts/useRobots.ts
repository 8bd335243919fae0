/** Requests a station's robots, and the data of one of them, while the console is open. */
import { useQuery } from '@tanstack/react-query';
import type { Data } from '../../../generated/calls.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { loadEntity } from '../../../runtime/kit/api/loadEntity.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';

export type Robot = Data<'robotPage'>['records'][number];
export type RobotMission = Data<'robotMissionGet'>;
export type RobotPoint = Data<'robotPointPage'>['records'][number];

/** Refresh interval in ms, equal to that of the robot's reports. */
const FOLLOW_MS = 2_000;
const MOST_ROBOTS = 100;
const MOST_POINTS = 200;
const LAST_COMMANDS = 5;

const equal = (field: string, value: unknown) => JSON.stringify({ and: [{ field, op: 'eq', value }] });

export const useRobots = (stationSn: string) =>
  useQuery(
    {
      queryKey: ['records', 'robot', 'console', stationSn],
      queryFn: async ({ signal }) => {
        // The page renders the transitions of both entities from their definitions.
        await Promise.all([loadEntity('robot'), loadEntity('robotMission')]);
        const query = { filter: equal('stationSn', stationSn), size: MOST_ROBOTS };
        return call('robotPage', { query }, { quiet: true, signal });
      },
      refetchInterval: FOLLOW_MS,
    },
    queryClient,
  );

export const usePoints = (robotId: number) =>
  useQuery(
    {
      queryKey: ['records', 'robotPoint', 'console', robotId],
      queryFn: ({ signal }) =>
        call(
          'robotPointPage',
          { query: { filter: equal('robotId', robotId), size: MOST_POINTS } },
          { quiet: true, signal },
        ),
    },
    queryClient,
  ).data?.records ?? [];

/** Returns the running mission, or null. */
export const useMission = (missionId: number | null) =>
  useQuery(
    {
      queryKey: ['records', 'robotMission', 'console', missionId],
      queryFn: ({ signal }) =>
        call('robotMissionGet', { path: { id: missionId ?? 0 } }, { quiet: true, signal }),
      enabled: missionId !== null,
      refetchInterval: FOLLOW_MS,
    },
    queryClient,
  ).data ?? null;

/** Returns the verdicts on a mission's readings, by point id. */
export function useVerdicts(missionId: number | null): ReadonlyMap<number, string> {
  const { data } = useQuery(
    {
      queryKey: ['records', 'robotRecord', 'console', missionId],
      queryFn: ({ signal }) =>
        call(
          'robotRecordPage',
          { query: { filter: equal('missionId', missionId), size: MOST_POINTS } },
          { quiet: true, signal },
        ),
      enabled: missionId !== null,
      refetchInterval: FOLLOW_MS,
    },
    queryClient,
  );
  return new Map(
    missionId === null ? [] : (data?.records ?? []).map(({ number, verdict }) => [number, verdict ?? 'seen']),
  );
}

export const useCommands = (robotId: number) =>
  useQuery(
    {
      queryKey: ['records', 'robotLog', 'console', robotId],
      queryFn: ({ signal }) =>
        call('robotLogPage', { query: { robotId, size: LAST_COMMANDS } }, { quiet: true, signal }),
      refetchInterval: FOLLOW_MS,
    },
    queryClient,
  ).data?.records ?? [];

/** Returns the robot's camera with its stream. Null without a camera, or without permission. */
export const useCamera = (stationSn: string, ipcId: number | null | undefined) =>
  useQuery(
    {
      queryKey: ['camerasOfStation', stationSn],
      queryFn: ({ signal }) => call('camerasOfStation', { query: { stationSn } }, { quiet: true, signal }),
      enabled: Boolean(ipcId),
    },
    queryClient,
  ).data?.find(({ id }) => id === ipcId) ?? null;
