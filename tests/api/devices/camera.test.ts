import { expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { joinTenant, makeSite } from '../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();

const make = (stationSn: string, name: string, fields: object) =>
  operator.call('ipcCreate', { body: { name, stationSn, protocol: 'hls', ...fields } });

it.each([
  ['file:///etc/passwd'],
  ['javascript:alert(1)'],
  ['//cams.example/live.m3u8'],
  ['http://root:secret@cams.example/live.m3u8'],
  ['ftp://cams.example/live'],
])('a camera cannot have the address %s', async (address) => {
  const { station } = await makeSite(operator);
  const body = { name: 'X', stationSn: station.sn, protocol: 'hls', address };
  const answer = await ask(operator, 'ipcCreate', { body });
  expect([answer.status, answer.errors?.[0]?.field]).toEqual([400, '/address']);
});

it('addresses outside of the settings are neither returned to users nor requested by the server', async () => {
  const { station } = await makeSite(operator);
  await make(station.sn, 'inner', { address: 'http://169.254.169.254/latest/meta-data/' });
  await make(station.sn, 'own', { protocol: 'simulated' });
  await make(station.sn, 'off', { enabled: false, protocol: 'simulated' });
  // No restreamer is set, so there is no address for its picture.
  await make(station.sn, 'rtsp', { protocol: 'rtsp', stream: 'fence' });
  const cameras = await operator.call('camerasOfStation', { query: { stationSn: station.sn } });
  expect(cameras.map(({ name, address, blocked }) => [name, address, blocked])).toEqual([
    ['inner', null, 'http://169.254.169.254'],
    ['own', expect.stringMatching(/^\/ems\/api\/ipc\/ipc\/\d+\/stream$/), null],
    ['rtsp', null, null],
  ]);
});

it('pages may load streams only from addresses in the settings', async () => {
  const policy = (await fetch(`${server.url}/`)).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("media-src 'self' blob:;");
  expect(policy).toContain("connect-src 'self';");
});

it('the simulated picture is a stream for users of the tenant who may see cameras', async () => {
  const { station } = await makeSite(operator);
  const camera = await make(station.sn, 'yard', { protocol: 'simulated' });
  const real = await make(station.sn, 'gate', { address: 'https://cams.example/live.m3u8' });
  const open = async (client: typeof stranger, id: number) => {
    const answer = await client.request('cameraStream', { path: { id } });
    const reader = answer.body!.getReader();
    const { value } = await reader.read();
    await reader.cancel();
    return { status: answer.status, type: answer.headers.get('content-type'), start: value };
  };
  const seen = await open(operator, camera.id);
  expect(seen).toMatchObject({ status: 200, type: 'multipart/x-mixed-replace; boundary=frame' });
  const text = Buffer.from(seen.start!).toString('latin1');
  expect(text).toMatch(/^--frame\r\ncontent-type: image\/png\r\ncontent-length: \d+\r\n\r\n\x89PNG/);
  expect((await open(operator, real.id)).status).toBe(404);
  expect((await open(stranger, camera.id)).status).toBe(404);
  const reader = await joinTenant(server, operator.tenantId, ['station:*']);
  expect((await open(reader, camera.id)).status).toBe(403);
  const query = { stationSn: station.sn };
  expect((await ask(reader, 'camerasOfStation', { query })).status).toBe(403);
  expect((await ask(stranger, 'camerasOfStation', { query })).status).toBe(404);
});
