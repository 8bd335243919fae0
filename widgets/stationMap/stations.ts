/** The stations of the map, with their places and states. */
import type { Data } from '../../generated/calls.ts';
import type { StationMapConfig } from '../../generated/types.ts';
import { callData, callNeed } from '../../runtime/board/widget/callNeed.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';
import type { Point } from '../../runtime/kit/map/view.ts';

export type MapStation = Data<'stationOverview'>['stations'][number];
export type PlacedStation = MapStation & { longitude: number; latitude: number };

/** Sorted from most to least urgent. */
export const STATES = ['alarm', 'offline', 'unknown', 'normal'] as const;
export type StationState = (typeof STATES)[number];

export const STATE_ICONS: Record<StationState, string> = {
  alarm: 'alarm',
  offline: 'offline',
  unknown: 'unknown',
  normal: 'check',
};

/**
 * Returns the needs. All maps of all stations on a board share an answer. A map of only this station also works on a
 * shared board.
 */
export function stationMapNeeds({ stations }: StationMapConfig, context: WidgetContext): NeedSpec[] {
  const { stationSn, dept } = context;
  if (stations === 'this') return [callNeed('stationOverview', { query: { stationSn } })];
  return [callNeed('stationOverview', dept ? { query: { dept } } : {})];
}

export function stationState({ openAlarms, communicationStatus }: MapStation): StationState {
  if (openAlarms > 0) return 'alarm';
  if (communicationStatus === null) return 'unknown';
  return communicationStatus === 1 ? 'normal' : 'offline';
}

export const stateWorst = (stations: readonly MapStation[]): StationState =>
  STATES.find((state) => stations.some((station) => stationState(station) === state)) ?? 'unknown';

const isStation = (value: unknown): value is MapStation =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'sn') === 'string';

const isPlaced = (station: MapStation): station is PlacedStation =>
  typeof station.longitude === 'number' && typeof station.latitude === 'number';

export const placeOf = ({ longitude, latitude }: PlacedStation): Point => [longitude, latitude];

export interface MapContent {
  placed: PlacedStation[];
  /** Number of stations without coordinates. */
  unplaced: number;
  tiles: string | null;
}

export const mapContent = (result: NeedResult | undefined): MapContent =>
  placeStations(callData('stationOverview', result));

export function placeStations(data: Data<'stationOverview'> | null | undefined): MapContent {
  const all = Array.isArray(data?.stations) ? data.stations.filter(isStation) : [];
  const placed = all.filter(isPlaced);
  return { placed, unplaced: all.length - placed.length, tiles: data?.tiles ?? null };
}
