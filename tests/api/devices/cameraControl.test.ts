/** Cameras are controlled, their pictures stored, and events confirmed (C224, C232–C243). */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '../../../generated/calls.ts';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { runRetention } from '../../support/calls/inside.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator, makeSite } from '../../support/telemetry/site.ts';

const DAY_MS = 86_400_000;

/** A JPEG of one pixel. */
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
  'base64',
);

const RESTREAMER = 'http://streams.example:8888';

let server: TestServer;
let foreign: Server;
let origin: string;
let operator: Client & { tenantId: number };
let watcher: Client;
let stranger: Client;
let camera: number;
let fixed: number;

const makeCamera = async (name: string, more: object) => {
  const body = { stationSn: 'CAM', name, protocol: 'simulated' as const, ...more };
  return (await operator.call('ipcCreate', { body })).id;
};

beforeAll(async () => {
  foreign = createServer((request, response) => {
    if (request.url === '/moved') return response.writeHead(302, { location: '/stream' }).end();
    if (request.url === '/empty') return response.end('nothing');
    response.write('--frame\r\ncontent-type: image/jpeg\r\n\r\n');
    return response.end(JPEG);
  });
  await new Promise<void>((done) => foreign.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
  const env = { WATTDECK_MEDIA_ORIGINS: origin, WATTDECK_RESTREAMER: `${RESTREAMER}/{stream}/index.m3u8` };
  server = await startServer({ env });
  operator = await makeOperator(server);
  watcher = await joinTenant(server, operator.tenantId, [
    'ipc:list',
    'ipc:get',
    'station:list',
    'station:get',
  ]);
  stranger = await makeOperator(server);
  await makeSite(operator, 'CAM');
  camera = await makeCamera('Yard', { kind: 'ptz', vendor: 'Maker' });
  fixed = await makeCamera('Gate', {});
});
afterAll(async () => {
  await server?.stop();
  foreign?.close();
});

const start = (id: number, x: 'left' | 'right' | 'zoomIn', client: Client = operator) =>
  client.call('ptzStart', { path: { id, x } });
const control = (id: number, body: Input<'guardControl'>['body']) =>
  operator.call('guardControl', { path: { id }, body });

describe('a camera', () => {
  it('is listed in its group, with its maker and its functions', async () => {
    const { id: groupId } = await operator.call('ipcGroupCreate', { body: { name: 'Plant' } });
    const { version } = await operator.call('ipcGet', { path: { id: fixed } });
    await operator.call('ipcUpdate', { body: { id: fixed, version, groupId } });
    expect(await operator.call('ipcGroupTree', { query: { stationSn: 'CAM' } })).toMatchObject([
      { name: 'Plant', cameras: [{ id: fixed, kind: 'fixed' }] },
      { id: null, cameras: [{ id: camera, kind: 'ptz' }] },
    ]);
    const path = { id: camera };
    expect(await operator.call('guardCamera', { path })).toMatchObject({ name: 'Yard', blocked: null });
    expect(await operator.call('guardPlatform', { path })).toMatchObject({ vendor: 'Maker', recorder: null });
    expect(await operator.call('guardType', { path })).toMatchObject({
      ptz: true,
      presets: 32,
      reason: null,
    });
    expect(await operator.call('guardType', { path: { id: fixed } })).toMatchObject({
      ptz: false,
      reason: 'fixed',
    });
  });

  it('with RTSP is played through the restreamer, by its name there, without its address', async () => {
    const id = await makeCamera('Fence', { protocol: 'rtsp', stream: 'fence-1' });
    const { address, blocked } = await operator.call('guardCamera', { path: { id } });
    expect({ address, blocked }).toEqual({ address: `${RESTREAMER}/fence-1/index.m3u8`, blocked: null });
    const policy = (await fetch(`${server.url}/`)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`connect-src 'self' ${origin} ${RESTREAMER};`);
    for (const stream of ['../secret', 'rtsp://cam/1', 'a b', ''])
      await expect(makeCamera('Bad', { protocol: 'rtsp', stream })).rejects.toMatchObject({
        ...{ status: 400, errors: [{ field: '/stream' }] },
      });
    await expect(makeCamera('Nameless', { protocol: 'rtsp' })).rejects.toMatchObject({ status: 400 });
    await operator.call('ipcDelete', { path: { id } });
  });

  it('moves until it is stopped, and returns to a preset', async () => {
    expect(await start(camera, 'right')).toMatchObject({ moving: 'right' });
    await expect.poll(async () => (await start(camera, 'right')).pan).toBeGreaterThan(0);
    const stopped = await operator.call('ptzStop', { path: { id: camera, x: 'right' } });
    expect(stopped).toMatchObject({ moving: null, tilt: 0 });
    expect(await control(camera, { action: 'preset', value: 3 })).toMatchObject({ presets: [3] });
    expect(await control(camera, { action: 'home' })).toMatchObject({ pan: 0, zoom: 1 });
    expect((await control(camera, { action: 'goto', value: 3 })).pan).toBeCloseTo(stopped.pan, 1);
    expect(await control(camera, { action: 'moveTo', pan: -20, zoom: 4 })).toMatchObject({
      pan: -20,
      zoom: 4,
    });
    expect(await control(camera, { action: 'light', value: 1 })).toMatchObject({ lamp: true });
    await expect(control(camera, { action: 'goto', value: 9 })).rejects.toMatchObject({
      status: 404,
      errors: [{ field: '/value' }],
    });
  });

  it('is not moved by read-only users or other tenants, nor at all if it is fixed', async () => {
    await expect(start(camera, 'left', watcher)).rejects.toMatchObject({ status: 403 });
    await expect(start(camera, 'left', stranger)).rejects.toMatchObject({ status: 404 });
    await expect(start(fixed, 'left')).rejects.toMatchObject({ status: 409 });
    const other = await makeCamera('Foreign', {
      kind: 'ptz',
      protocol: 'mjpeg',
      address: `${origin}/stream`,
    });
    await expect(start(other, 'left')).rejects.toMatchObject({ status: 409 });
    expect(await operator.call('guardType', { path: { id: other } })).toMatchObject({ reason: 'notReached' });
  });
});

describe('a picture', () => {
  const takePicture = (ipcId: number, client: Client = operator) =>
    client.call('captureTake', { body: { ipcId, note: ' fence ' } });

  it('of a simulated camera is stored with its station, and listed newest first', async () => {
    const first = await takePicture(camera);
    const second = await takePicture(fixed);
    const { records } = await operator.call('capturesOfStation', { query: { stationSn: 'CAM' } });
    expect(records.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await operator.call('captureRecord', { path: { id: first.id } })).toMatchObject({
      ...{ ipcId: camera, stationSn: 'CAM', note: 'fence', picture: first.picture },
    });
    const file = await operator.fetch(first.picture.split('#')[0] ?? '', {
      headers: { authorization: `Bearer ${operator.tokens().main}` },
    });
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
    await operator.call('ipcCaptureDelete', { path: { id: second.id } });
    expect(await operator.call('ipcCapturePage', {})).toMatchObject({
      total: 1,
      records: [{ id: first.id }],
    });
    await expect(takePicture(camera, watcher)).rejects.toMatchObject({ status: 403 });
    await expect(takePicture(camera, stranger)).rejects.toMatchObject({ status: 404 });
  });

  it('is fetched only from origins in the settings, without redirects elsewhere', async () => {
    const of = (path: string) => makeCamera(path, { protocol: 'mjpeg', address: `${origin}${path}` });
    expect((await takePicture(await of('/stream'))).picture).toContain('.jpg');
    for (const path of ['/moved', '/empty'])
      await expect(takePicture(await of(path))).rejects.toMatchObject({ status: 502 });
    const elsewhere = await makeCamera('Elsewhere', {
      protocol: 'mjpeg',
      address: 'http://169.254.169.254/x',
    });
    await expect(takePicture(elsewhere)).rejects.toMatchObject({ status: 409 });
    const hls = await makeCamera('Hls', { protocol: 'hls', address: `${origin}/a.m3u8` });
    await expect(takePicture(hls)).rejects.toMatchObject({ status: 409 });
    expect(await operator.call('guardType', { path: { id: hls } })).toMatchObject({ capture: false });
  });

  it('of a film comes from a still picture, whose address must also be in the settings', async () => {
    const film = (name: string, snapshot: string) =>
      makeCamera(name, { protocol: 'hls', address: `${origin}/a.m3u8`, snapshot });
    const still = await film('Still', `${origin}/stream`);
    expect(await operator.call('guardType', { path: { id: still } })).toMatchObject({ capture: true });
    expect((await takePicture(still)).picture).toContain('.jpg');
    const moved = await film('Moved', `${origin}/moved`);
    await expect(takePicture(moved)).rejects.toMatchObject({ status: 502 });
    const inner = await film('Inner', 'http://169.254.169.254/x');
    await expect(takePicture(inner)).rejects.toMatchObject({ status: 409 });
  });
});

describe('what a camera saw', () => {
  it('is stored for half a year, its events only after a confirmation', async () => {
    const old = new Date(Date.now() - 181 * DAY_MS).toISOString();
    const event = { stationSn: 'CAM', ipcId: camera, kind: 'person' as const, level: 'minor' as const };
    const make = async (title: string, happenedAt: string) =>
      (await operator.call('ipcEventCreate', { body: { ...event, title, happenedAt } })).id;
    const [open, seen, fresh] = [
      await make('Open', old),
      await make('Seen', old),
      await make('Fresh', new Date().toISOString()),
    ];
    await operator.call('guardEventConfirm', { body: { ids: [seen, fresh], note: 'a fox' } });
    await runRetention(server);
    const there = async (id: number) => (await ask(operator, 'ipcEventGet', { path: { id } })).status;
    expect([await there(open), await there(seen), await there(fresh)]).toEqual([200, 404, 200]);
    await operator.call('guardEventConfirm', { body: { ids: [open], note: 'late' } });
    await runRetention(server);
    expect(await there(open)).toBe(404);
    await operator.call('ipcEventDelete', { path: { id: fresh } });
  });
});

describe('an event', () => {
  it('is confirmed once, with the user and a remark', async () => {
    const event = { stationSn: 'CAM', ipcId: camera, kind: 'person' as const, level: 'major' as const };
    const happenedAt = new Date().toISOString();
    const made = await operator.call('ipcEventCreate', { body: { ...event, title: 'Fence', happenedAt } });
    const open = { body: { filter: JSON.stringify({ and: [{ field: 'state', op: 'eq', value: 'open' }] }) } };
    expect(await operator.call('guardEvents', open)).toMatchObject({ total: 1, records: [{ id: made.id }] });
    const confirm = (client: Client) =>
      client.call('guardEventConfirm', { body: { ids: [made.id], note: ' a fox ' } });
    await expect(confirm(watcher)).rejects.toMatchObject({ status: 403 });
    expect(await confirm(stranger)).toEqual({ count: 0 });
    expect([await confirm(operator), await confirm(operator)]).toEqual([{ count: 1 }, { count: 0 }]);
    const { records } = await operator.call('ipcEventPage', {});
    expect(records).toMatchObject([{ state: 'confirmed', note: 'a fox', confirmedBy: expect.any(Number) }]);
    expect(await operator.call('guardEvents', open)).toMatchObject({ total: 0 });
    const { id, version } = await operator.call('ipcEventGet', { path: { id: made.id } });
    const body = { id, version, title: 'Fox at the fence' };
    expect(await operator.call('ipcEventUpdate', { body })).toMatchObject({ title: body.title });
    await operator.call('ipcEventDelete', { path: { id } });
    expect(await operator.call('ipcEventPage', {})).toMatchObject({ total: 0 });
  });
});
