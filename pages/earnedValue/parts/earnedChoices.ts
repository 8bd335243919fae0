/** Returns the distinct orders and stations of projects, by name. */
import type { Data } from '../../../generated/calls.ts';

export type EarnedProject = Data<'earnedValueStatistics'>['projects'][number];

export interface Choice {
  id: number;
  name: string;
}

function listOnce(choices: readonly { id: number | null; name: string | null }[]): Choice[] {
  const names = new Map(
    choices.flatMap(({ id, name }) => (id === null ? [] : [[id, name ?? String(id)] as const])),
  );
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
}

export const listOrders = (projects: readonly EarnedProject[]): Choice[] =>
  listOnce(projects.map(({ orderId, orderName }) => ({ id: orderId, name: orderName })));

export const listStations = (projects: readonly EarnedProject[]): Choice[] =>
  listOnce(projects.map(({ stationId, stationName }) => ({ id: stationId, name: stationName })));
