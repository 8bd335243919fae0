/** Combines the forecast with the values of the station's own instruments. */
import type { Data } from '../../generated/calls.ts';
import type { WeatherConfig } from '../../generated/types.ts';
import { callData, callNeed } from '../../runtime/board/widget/callNeed.ts';
import { valueText } from '../../runtime/board/widget/reading.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';

export type Forecast = Data<'weatherForecast'>;
export type Sky = NonNullable<Forecast['now']>['sky'];

const STATES: readonly Forecast['state'][] = ['known', 'pending', 'noSource', 'noPlace', 'failed'];
const MAX_FIGURES = 6;

export const SKY_ICONS: Record<Sky, string> = {
  clear: 'sun',
  night: 'moon',
  partly: 'weather',
  overcast: 'weather',
  unknown: 'unknown',
};

export const skyOf = (sky: Sky): Sky => (Object.hasOwn(SKY_ICONS, sky) ? sky : 'unknown');

export function weatherNeeds(config: WeatherConfig, { stationSn }: WidgetContext): NeedSpec[] {
  const query = { stationSn };
  return [
    callNeed('weatherForecast', { query }),
    ...(config.measured === false ? [] : [callNeed('photovoltaicWeather', { query })]),
  ];
}

export function readForecast(result: NeedResult | undefined): Forecast | null {
  const data = callData('weatherForecast', result);
  return data && STATES.includes(data.state) && Array.isArray(data.days) ? data : null;
}

export interface Measured {
  sn: string;
  name: string;
  text: string;
  unit: string;
}

/** Returns the current values of the station's instruments, without outdated ones. */
export function readMeasured(
  result: NeedResult | undefined,
  { decimals: chosen }: Pick<WeatherConfig, 'decimals'> = {},
): Measured[] {
  const devices = callData('photovoltaicWeather', result);
  const figures = (Array.isArray(devices) ? devices : []).flatMap((device) =>
    Array.isArray(device?.figures) ? device.figures : [],
  );
  return figures
    .filter(({ data, stale }) => data !== null && !stale)
    .slice(0, MAX_FIGURES)
    .map(({ sn, name, data, decimals, unit }) => ({
      sn,
      name: name ?? sn,
      text: valueText(data, chosen ?? decimals ?? undefined),
      unit: unit ?? '',
    }));
}
