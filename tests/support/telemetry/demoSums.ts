/** Reads the energy of a station as the widgets of its boards do, each in its own way. */

import type { HistogramConfig, KeyDataConfig } from '../../../generated/types.ts';
import { labelTotalsNeeds, readLabelTotals } from '../../../runtime/board/energy/labelTotals.ts';
import { statisticRows } from '../../../runtime/board/widget/reading.ts';
import type { NeedSpec, WidgetContext } from '../../../runtime/board/widget/widget.ts';
import type { NeedResult } from '../../../runtime/core/scheduler/types.ts';
import { startDay } from '../../../runtime/core/time/timeWindow.ts';
import { histogramNeeds } from '../../../widgets/histogram/bars.ts';
import { keyDataNeeds } from '../../../widgets/keyData/figure.ts';
import { proportionNeeds, readCharge } from '../../../widgets/peakValleyProportion/shares.ts';
import { contributionNeeds, readContribution } from '../../../widgets/socialContribution/contribution.ts';
import { todayEnergyNeeds } from '../../../widgets/todayEnergy/energies.ts';
import type { Client } from '../calls/client.ts';

type Role = 'charge' | 'discharge' | 'gridImport' | 'gridExport' | 'load';

const METERS: Record<Role, [device: string, code: string]> = {
  charge: ['PCS', 'chargeEnergy'],
  discharge: ['PCS', 'dischargeEnergy'],
  gridImport: ['METER', 'importEnergy'],
  gridExport: ['METER', 'exportEnergy'],
  load: ['LOAD', 'energy'],
};

/** Rounds a float sum to tenths. */
const tenths = (value: number | null | undefined): number => Math.round((value ?? 0) * 10) / 10;
const addAll = (values: readonly (number | null)[]): number =>
  tenths(values.reduce<number>((sum, value) => sum + (value ?? 0), 0));

type Pair = [device: string, variable: string];

const dayFigure = (deviceValue: Pair): KeyDataConfig => ({
  ...{ dataType: 'device_data', deviceValue },
  ...{ calcInterval: 'DAY', calcMethod: 'diff' },
});

/** By widget. */
type Sums = Record<string, number>;

interface Place {
  client: Client;
  stationSn: string;
  context: WidgetContext;
}

const isToday = ({ range, now, zone }: WidgetContext): boolean =>
  typeof range === 'object' && range?.from === startDay(now, zone) && range.to === now + 1;

async function readBoard({ client, stationSn }: Place, specs: readonly NeedSpec[]): Promise<NeedResult[]> {
  const needs = specs.map((spec, at) => ({ ...spec, key: String(at) }));
  const { results } = await client.call('boardQuery', { body: { stationSn, needs } });
  return results as NeedResult[];
}

const firstValue = ([result]: readonly NeedResult[]): number => tenths(statisticRows(result)[0]?.value);

/** Reads the same meter as a figure, as hourly bars, and by price periods. */
async function readRole(place: Place, role: Role): Promise<Sums> {
  const { stationSn, context } = place;
  const [device, code] = METERS[role];
  const deviceVar: Pair = [`${stationSn}-${device}`, `${stationSn}-${device}-${code}`];
  const figure = dayFigure(deviceVar);
  const bars: HistogramConfig = { nodeInfo: [{ deviceVar }], bucket: 'hour' };
  const read = (specs: NeedSpec[]) => readBoard(place, specs);
  const hours = statisticRows((await read(histogramNeeds(bars, context)))[0])[0]?.datas ?? [];
  const charge = readCharge((await read(proportionNeeds({ role }, context)))[0]);
  const day = { ...context, range: null };
  const today = todayEnergyNeeds({ energies: [{ deviceVar, role }] }, day);
  return {
    figure: firstValue(await read(keyDataNeeds(figure, context))),
    bars: addAll(hours),
    charge: tenths(charge?.energy),
    bands: addAll((charge?.bands ?? []).map(({ energy }) => energy)),
    ...(isToday(context) && {
      ownDay: firstValue(await read(keyDataNeeds(figure, day))),
      today: firstValue(await read(today)),
    }),
  };
}

async function readLight(place: Place): Promise<Sums> {
  const { stationSn, context } = place;
  const read = (specs: NeedSpec[]) => readBoard(place, specs);
  const figure = dayFigure([`${stationSn}-EMS`, `${stationSn}-EMS-pvEnergy`]);
  const labels = readLabelTotals((await read(labelTotalsNeeds({ labelType: 'equipment' }, context)))[0]);
  return {
    figure: firstValue(await read(keyDataNeeds(figure, context))),
    inverters: tenths(readContribution((await read(contributionNeeds({ role: 'pv' }, context)))[0])?.energy),
    labels: tenths(labels?.total),
  };
}

/**
 * @param context has the range of the board. If the range is today up to now, figures that always show today are read
 *   as well.
 * @returns kilowatt-hours by energy and widget
 */
export async function readWidgetSums(client: Client, context: WidgetContext): Promise<Record<string, Sums>> {
  const place = { client, stationSn: context.stationSn, context };
  const sums: Record<string, Sums> = { pv: await readLight(place) };
  for (const role of Object.keys(METERS) as Role[]) sums[role] = await readRole(place, role);
  return sums;
}
