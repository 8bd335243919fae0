import type { WeatherConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { type Forecast, weatherNeeds } from './forecast.ts';
import { Weather } from './Weather.tsx';

const DAY_MS = 86_400_000;
const answer = (data: unknown) => ({ key: 'sample', ok: true, data });
const nothing: Forecast = { state: 'noSource', source: null, at: null, now: null, days: [] };

export default {
  type: 'weather',
  Component: Weather,
  needs: weatherNeeds,
  migrations: {},
  sample: ({ now, lang }) => {
    const text = textIn(lang);
    const ts = new Date(now).toISOString();
    const day = (index: number, min: number, max: number, irradiation: number, sky: string) => ({
      date: new Date(now + index * DAY_MS).toISOString().slice(0, 10),
      min,
      max,
      irradiation,
      sky,
    });
    const figure = (name: string, data: number, unit: string) => ({
      ...{ sn: name, name, data, unit, ts, decimals: 0, stale: false },
    });
    const figures = [
      figure(text('水平总辐照度', 'Global irradiance'), 618, 'W/m²'),
      figure(text('环境温度', 'Air temperature'), 19, '°C'),
    ];
    const forecast = {
      state: 'known',
      source: 'simulated',
      at: ts,
      now: { ts, temperature: 18.6, humidity: 54, wind: 2.8, irradiance: 624, sky: 'clear' },
      days: [
        day(0, 12, 20, 4.2, 'clear'),
        day(1, 11, 18, 3.1, 'partly'),
        day(2, 9, 14, 1.4, 'overcast'),
        day(3, 8, 16, 3.8, 'clear'),
      ],
    };
    const station = {
      deviceSn: 'WS',
      deviceName: text('气象站', 'Weather station'),
      status: 1,
      lastTime: ts,
      figures,
    };
    return { config: { name: text('天气', 'Weather') }, results: [answer(forecast), answer([station])] };
  },
  empty: () => [answer(nothing), answer([])],
} satisfies WidgetModule<WeatherConfig>;
