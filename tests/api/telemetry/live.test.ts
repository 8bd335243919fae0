import { describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { changeRows } from '../../support/calls/world.ts';
import { joinTenant, makeOperator, makeRule, makeSite, send } from '../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();

const live = (client: Client, stationSns: readonly string[], signal?: AbortSignal) => {
  return client.fetch(`/ems/api/main/live?stationSns=${stationSns.join()}`, signal ? { signal } : {});
};

/** Reads events until it finds one of this name, and returns it. */
async function eventNext(reader: ReadableStreamDefaultReader<Uint8Array>, name: string): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const found = new RegExp(`event: ${name}\\ndata: (.*)\\n\\n`).exec(text);
    if (found) return JSON.parse(found[1] ?? '') as unknown;
    const { done, value } = await reader.read();
    if (done) throw new Error(`the stream ended before ${name}: ${text}`);
    text += decoder.decode(value, { stream: true });
  }
}

describe('the live view of a station', () => {
  it('sends committed points and alarms of this station only', async () => {
    const { station, device, variable } = await makeSite(operator);
    const other = await makeSite(operator);
    await makeRule(operator, { station, variable }, 10);
    const abort = new AbortController();
    const response = await live(operator, [station.sn], abort.signal);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const reader = response.body!.getReader();
    await send(server.url, other.device, { power: 1 });
    await send(server.url, device, { power: 5 });
    const points = await eventNext(reader, 'points');
    expect(points).toMatchObject({ stationSn: station.sn, points: [{ sn: variable.sn, value: 5 }] });
    await send(server.url, device, { power: 50 });
    expect(await eventNext(reader, 'alarm')).toMatchObject({ stationSn: station.sn, status: 1 });
    abort.abort();
  });

  it('does not exist for another tenant or without a session', async () => {
    const { station } = await makeSite(operator);
    expect((await live(stranger, [station.sn])).status).toBe(404);
    expect((await fetch(`${server.url}/ems/api/main/live?stationSns=${station.sn}`)).status).toBe(401);
  });

  it('shows several stations in one stream, to all viewers, and new variables', async () => {
    const site = await makeSite(operator);
    const other = await makeSite(operator);
    const abort = new AbortController();
    const both = [site.station.sn, other.station.sn];
    const readers = await Promise.all(
      [both, both].map(async (sns) => (await live(operator, sns, abort.signal)).body!.getReader()),
    );
    await send(server.url, other.device, { power: 5 });
    for (const reader of readers)
      expect(await eventNext(reader, 'points')).toMatchObject({ stationSn: other.station.sn });
    // Views include a new variable half a second after its creation. The device sends until they show it.
    const sending = setInterval(() => void send(server.url, site.device, { later: 2 }), 200);
    const points = await eventNext(readers[0]!, 'points');
    clearInterval(sending);
    expect(points).toMatchObject({ stationSn: site.station.sn, points: [{ value: 2 }] });
    abort.abort();
  });

  it('is refused for stations, but open for notices, without the permission to see stations', async () => {
    const { station } = await makeSite(operator);
    const clerk = await joinTenant(server, operator.tenantId, ['customer:list']);
    expect((await live(clerk, [station.sn])).status).toBe(403);
    const abort = new AbortController();
    const response = await clerk.fetch('/ems/api/main/live', { signal: abort.signal });
    expect(response.status).toBe(200);
    abort.abort();
  });

  it('ends when the permission to see stations is revoked', async () => {
    const { station } = await makeSite(operator);
    const clerk = await joinTenant(server, operator.tenantId, ['station:get']);
    const reader = (await live(clerk, [station.sn])).body!.getReader();
    const person = { tenant_id: operator.tenantId, permissions: '["station:get"]' };
    await changeRows(server, 'user', person, { permissions: '[]' });
    let done = false;
    while (!done) ({ done } = await reader.read());
    expect(done).toBe(true);
  });

  it('ends at once when its session ends', async () => {
    const leaver = await makeOperator(server);
    const { station } = await makeSite(leaver);
    const response = await live(leaver, [station.sn]);
    await leaver.call('logout');
    const reader = response.body!.getReader();
    let done = false;
    while (!done) ({ done } = await reader.read());
    expect(done).toBe(true);
  });
});
