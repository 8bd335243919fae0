import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { demoStations } from '../../../../../demo/sites/sites.ts';
import { simulateWeather } from '../../../../../demo/sites/weather.ts';
import { createLogger } from '../../../../../server/platform/log.ts';
import { weatherHttp } from '../../../../../server/sites/weather/http.ts';
import { createWeatherFrom } from '../../../../../server/sites/weather/index.ts';
import { daysOf, momentOf } from '../../../../../server/sites/weather/summary.ts';
import type { WeatherProvider, WeatherRecord } from '../../../../../server/sites/weather/types.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-06-10T04:00:00Z');
const log = createLogger('silent');
const place = { tenantId: 2, stationSn: 'SZ01', longitude: 120.72345, latitude: 31.3219 };

const record = (ts: number, overrides: Partial<WeatherRecord> = {}): WeatherRecord => ({
  ...{ ts, temperature: 20, humidity: 50, wind: 2, irradiance: 500, cover: 0.1 },
  ...overrides,
});

describe('what is shown of hourly records', () => {
  it('is divided into days of the station, each with its extremes and its irradiation', () => {
    const midnight = Date.parse('2026-06-09T16:00:00Z');
    const records = Array.from({ length: 48 }, (_, hour) =>
      record(midnight + hour * HOUR_MS, {
        temperature: hour,
        irradiance: hour < 24 ? 250 : null,
        cover: 0.9,
      }),
    );
    expect(daysOf(records, NOW, 'Asia/Shanghai')).toEqual([
      { date: '2026-06-10', min: 0, max: 23, irradiation: 6, sky: 'overcast' },
      { date: '2026-06-11', min: 24, max: 47, irradiation: null, sky: 'overcast' },
    ]);
  });

  it('is the nearest hour for now, and empty if that is another time of the day', () => {
    const records = [record(NOW - HOUR_MS), record(NOW + HOUR_MS / 4, { irradiance: 0 })];
    expect(momentOf(records, NOW)).toMatchObject({ ts: '2026-06-10T04:15:00.000Z', sky: 'night' });
    expect(momentOf([record(NOW - 5 * HOUR_MS)], NOW)).toBeNull();
  });
});

it('is simulated for demo stations, with light by day only; others have none', async () => {
  const provider = simulateWeather(demoStations);
  const records = (await provider.read(place, NOW)) ?? [];
  const at = (iso: string) => records.find(({ ts }) => ts === Date.parse(iso));
  expect(at('2026-06-10T04:00:00Z')?.irradiance).toBeGreaterThan(50);
  expect(at('2026-06-09T18:00:00Z')?.irradiance).toBe(0);
  expect(provider.read({ ...place, tenantId: 10 }, NOW)).toBeNull();
});

describe('a forecast service by address', () => {
  let stop = (): void => {};
  afterEach(() => stop());

  async function served(answer: RequestListener): Promise<string> {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await new Promise((ready) => server.once('listening', ready));
    stop = () => void server.close();
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const template = (origin: string) => `${origin}/v1?lat={latitude}&lon={longitude}`;

  it('gets the position to about a kilometre, and its hours are read', async () => {
    const urls: unknown[] = [];
    const origin = await served(({ url }, response) => {
      urls.push(url);
      const hourly = {
        time: [NOW / 1000, '2026-06-10T05:00'],
        temperature_2m: [21.5, null],
        cloud_cover: [40],
      };
      response.end(JSON.stringify({ hourly }));
    });
    const records = await weatherHttp(template(origin)).read(place, NOW);
    expect(urls).toEqual(['/v1?lat=31.32&lon=120.72']);
    expect(records).toEqual([
      { ts: NOW, temperature: 21.5, humidity: null, wind: null, irradiance: null, cover: 0.4 },
      { ts: NOW + HOUR_MS, temperature: null, humidity: null, wind: null, irradiance: null, cover: null },
    ]);
  });

  it.each<[string, RequestListener]>([
    [
      'sends us elsewhere',
      (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    ['never ends', (_, response) => void response.end('x'.repeat(1_100_000))],
    ['says something else', (_, response) => void response.end('{"hourly":{"time":3}}')],
    ['fails', (_, response) => void response.writeHead(500).end()],
  ])('that %s gives no weather', async (_name, answer) => {
    const origin = await served(answer);
    const weather = createWeatherFrom([weatherHttp(template(origin))], log);
    expect(await weather.read(place, 'Asia/Shanghai')).toMatchObject({ state: 'failed', days: [] });
  });

  it('is requested once for all readers, and no user waits long', async () => {
    let requests = 0;
    let answer = (_: WeatherRecord[]): void => {};
    const slow: WeatherProvider = {
      source: 'slow',
      read: () => {
        requests += 1;
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
    };
    const weather = createWeatherFrom([slow], log);
    const first = await Promise.all([weather.read(place, 'UTC'), weather.read(place, 'UTC')]);
    expect(first.map(({ state }) => state)).toEqual(['pending', 'pending']);
    answer([record(Date.now())]);
    await expect.poll(() => weather.read(place, 'UTC')).toMatchObject({ state: 'known', source: 'slow' });
    expect(requests).toBe(1);
  });
});
