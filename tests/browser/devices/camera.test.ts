/** Cameras at external addresses, which a setting allows. The HLS and MJPEG streams are real. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBoard, save } from '../../support/browser/board.ts';
import { launchBrowser } from '../../support/browser/tab.ts';
import { type CameraStreams, makeRecording, serveStreams } from '../../support/devices/cameraStreams.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';

let streams: CameraStreams | null = null;
let server: TestServer;

beforeAll(async () => {
  const browser: Browser = await launchBrowser();
  const recording = await makeRecording(await browser.newPage());
  await browser.close();
  streams = recording && (await serveStreams(recording));
  server = await startServer({ env: { WATTDECK_MEDIA_ORIGINS: streams?.origin ?? '' } });
});
afterAll(async () => {
  await server?.stop();
  streams?.close();
});

it('plays HLS and MJPEG from a configured address, retries after a failure, and explains refused addresses', async ({
  skip,
}) => {
  if (!streams) return skip('this browser cannot record a film to play');
  const { client, site, page } = await openBoard(server, [], { allow: [/status of 404/] });
  const stationSn = site.station.sn;
  const make = (name: string, protocol: 'hls' | 'mjpeg', address: string) =>
    client.call('ipcCreate', { body: { name, stationSn, protocol, address } });
  const hls = await make('Gate', 'hls', `${streams.origin}/live.m3u8`);
  const mjpeg = await make('Yard', 'mjpeg', `${streams.origin}/live.mjpeg`);
  const other = await make('Elsewhere', 'hls', 'http://cams.example/live.m3u8');
  const late = await make('Roof', 'mjpeg', `${streams.origin}/late.mjpeg`);
  const widgets = [hls, mjpeg, other, late].map(({ id }, at) => ({
    ...{ id: `c${at}`, type: 'camera', version: 1 },
    config: { name: `Camera ${at}`, camera: id },
  }));
  await save(client, site, widgets, 0);
  await page.reload();
  const widget = (at: number) => page.locator(`[data-widget=c${at}]`);

  const video = widget(0).locator('video');
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => [one.videoWidth, one.currentTime > 0]))
    .toEqual([160, true]);
  const picture = widget(1).locator('img');
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(160);
  await widget(2).getByText('http://cams.example').waitFor();
  // A picture that is missing at first appears automatically.
  await expect
    .poll(() =>
      widget(3)
        .locator('img')
        .evaluateAll(([one]) => (one as HTMLImageElement)?.naturalWidth),
    )
    .toBe(160);
});
