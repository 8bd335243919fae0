/** The stations of a fleet and their totals, as in the server's answer. */
import type { Data } from '../../generated/calls.ts';
import type { FleetTableConfig } from '../../generated/types.ts';
import { callData, callNeed } from '../../runtime/board/widget/callNeed.ts';
import { fleetChoice } from '../../runtime/board/widget/fleetChoice.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';

type Fleet = Data<'stationFleet'>;
export type FleetStation = Fleet['stations'][number];
export type FleetTotals = Fleet['totals'];

/** Returns the need of a fleet. Table and totals of a board share the answer. */
export const fleetNeeds = (
  { of = 'pv' }: Pick<FleetTableConfig, 'of'>,
  context: WidgetContext,
): NeedSpec[] => [callNeed('stationFleet', { query: { of, ...fleetChoice(context) } })];

const isStation = (value: unknown): value is FleetStation =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'sn') === 'string';

/** Returns null for an answer without stations. */
export function readFleet(
  result: NeedResult | undefined,
): { stations: FleetStation[]; totals: FleetTotals } | null {
  const data = callData('stationFleet', result);
  if (!data || !Array.isArray(data.stations) || !data.totals) return null;
  return { stations: data.stations.filter(isStation), totals: data.totals };
}

/** Sorted from most to least urgent. */
const STATES = ['alarm', 'offline', 'unknown', 'normal'] as const;
export type FleetState = (typeof STATES)[number];

export function fleetState({ openAlarms, communicationStatus }: FleetStation): FleetState {
  if (openAlarms > 0) return 'alarm';
  if (communicationStatus === null) return 'unknown';
  return communicationStatus === 1 ? 'normal' : 'offline';
}

export const stateRank = (station: FleetStation): number => STATES.indexOf(fleetState(station));

export const sampleFleet = ({ now, lang }: Pick<WidgetContext, 'now' | 'lang'>): Fleet => {
  const text = textIn(lang);
  const station = (
    sn: string,
    name: string,
    [power, soc, energyToday]: [number | null, number | null, number | null],
    overrides: Partial<FleetStation> = {},
  ): FleetStation => ({
    ...{ sn, name, power, soc, energyToday, openAlarms: 0, communicationStatus: 1 },
    lastHeard: new Date(now - 20_000).toISOString(),
    ...overrides,
  });
  return {
    totals: { stations: 4, normal: 2, power: 6283.4, soc: 63.5, energyToday: 21_870.2, openAlarms: 2 },
    stations: [
      station('SZ01', text('苏州星港', 'Suzhou Xinggang'), [1204.1, 71, 5210.4], { openAlarms: 2 }),
      station('WX01', text('无锡锡澜', 'Wuxi Xilan'), [862.7, 56, 3105.2]),
      station('TLF02', text('吐鲁番火焰山', 'Turpan Huoyanshan'), [4216.6, null, 13_554.6]),
      station('PG03', text('槟城峇六拜', 'Penang Bayan Lepas'), [null, null, null], {
        communicationStatus: 0,
        lastHeard: new Date(now - 5_400_000).toISOString(),
      }),
    ],
  };
};

export const noFleet: Fleet = {
  totals: { stations: 0, normal: 0, power: null, soc: null, energyToday: null, openAlarms: 0 },
  stations: [],
};
