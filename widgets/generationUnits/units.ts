/** A station's generation units with the server's assessment. */
import type { Data } from '../../generated/calls.ts';
import type { GenerationUnitsConfig } from '../../generated/types.ts';
import { withList } from '../../runtime/board/energy/figures.ts';
import { widgetRange } from '../../runtime/board/options/range.ts';
import { callData, callNeed } from '../../runtime/board/widget/callNeed.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';

export type Units = Data<'generationUnits'>;
export type Unit = Units['units'][number];

export function unitNeeds({ range }: GenerationUnitsConfig, context: WidgetContext): NeedSpec[] {
  const { from, to } = widgetRange(range, context, 'past30Days');
  return [callNeed('generationUnits', { query: { stationSn: context.stationSn, from, to } })];
}

export const readUnits = (result: NeedResult | undefined): Units | null =>
  withList(callData('generationUnits', result), 'units');

export const listShownUnits = (units: readonly Unit[], show: GenerationUnitsConfig['show']): Unit[] =>
  units.filter(({ string, verdict }) => {
    if (show === 'inverters') return string === null;
    return show !== 'suspect' || verdict === 'suspect';
  });

/** Returns the lowest completeness of the units. Null if none is known. */
export function completenessOf(units: readonly Unit[]): number | null {
  const known = units.flatMap(({ completeness }) => completeness ?? []);
  return known.length === 0 ? null : Math.min(...known);
}

const DAY_MS = 86_400_000;
const SAMPLE_DAYS = 30;

export function sampleUnits({ now, zone, lang }: Pick<WidgetContext, 'now' | 'zone' | 'lang'>): Units {
  const text = textIn(lang);
  const daysAgo = (days: number) => new Date(now - days * DAY_MS).toISOString();
  const unit = (place: number, overrides: Partial<Unit>): Unit => ({
    ...{ deviceSn: `INV${place}`, name: text(`光伏逆变器 ${place}`, `PV inverter ${place}`), string: null },
    ...{ peak: 620, basis: 'irradiance', verdict: 'ok', energy: 52_310.4, expected: 51_904.7, pr: 0.842 },
    ...{ prCorrected: 0.861, ratio: 1.012, loss: 0, lossMoney: '0.00', clearHours: 64, completeness: 99.4 },
    ...{ suspectSince: null, isLonger: false, assetId: place, defect: null },
    ...overrides,
  });
  const suspect: Partial<Unit> = {
    ...{ verdict: 'suspect', energy: 43_205.8, expected: 51_688.1, pr: 0.684, prCorrected: 0.702 },
    ...{ ratio: 0.804, loss: 8482.3, lossMoney: '6107.26', suspectSince: daysAgo(SAMPLE_DAYS / 2) },
  };
  return {
    ...{ from: daysAgo(SAMPLE_DAYS), to: new Date(now).toISOString(), zone, currency: 'CNY' },
    units: [unit(1, {}), unit(2, suspect), unit(3, { ratio: 0.987, loss: 124.6, lossMoney: '89.71' })],
  };
}
