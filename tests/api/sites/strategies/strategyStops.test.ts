/**
 * A stopped strategy sets 0 kW. A converter that polls over HTTP gets its set points, and none after a stop.
 */
import { describe, expect, it } from 'vitest';
import { runSql } from '../../../support/calls/world.ts';
import { serveSteering } from '../../../support/devices/steering.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;

const { server, engineer, site, bench, read, move, issue, history } = serveSteering('STO');

describe('a strategy', () => {
  it('that is stopped sets 0 kW', async () => {
    const id = await issue();
    await bench.step();
    await move(id, 'stop');
    await bench.step();
    expect(bench.heard).toEqual([200, 0]);
    expect(await read(id)).toMatchObject({ state: 'ended', setPoint: 0 });
    await bench.step();
    expect(bench.heard).toEqual([200, 0]);
    const lines = await history();
    expect(lines.at(-1)).toMatchObject({ power: 0, status: 'acknowledged' });
    // A user controls the converter now.
    await engineer.call('controlRequest', { body: { sn: `${site.pcs.sn}-setpoint`, value: -30 } });
    await bench.step();
    await bench.step(Date.now() + HOUR_MS);
    expect(bench.power).toBe(-30);
  });

  it('that is stopped after a person took over also sets 0 kW', async () => {
    const id = await issue();
    await bench.step();
    await engineer.call('controlRequest', { body: { sn: `${site.pcs.sn}-setpoint`, value: -50 } });
    await bench.step();
    await move(id, 'stop');
    await bench.step();
    expect(bench.power).toBe(0);
  });

  it('that is stopped follows its ramp to 0', async () => {
    const id = await issue({ limits: { export: 500, ramp: 4 } });
    const now = Date.now();
    const cycle = (seconds: number) => bench.step(now + seconds * SECOND_MS);
    for (const seconds of [0, 10, 20]) await cycle(seconds);
    await move(id, 'stop');
    for (const seconds of [25, 35, 45, 55]) await cycle(seconds);
    expect(bench.heard).toEqual([60, 100, 140, 120, 80, 40, 0]);
  });
});

describe('a converter that polls over HTTP', () => {
  /** Waits for a command for a short time and answers it. Returns its set point. */
  const pollSetPoint = async (): Promise<number | null> => {
    const address = `${server.url}/api/v1/${site.pcs.token}/rpc`;
    const response = await fetch(`${address}?timeout=10`);
    if (response.status !== 200) return null;
    const { id, params } = (await response.json()) as { id: number; params: { setpoint: number } };
    await fetch(`${address}/${id}`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"success":true}' },
    });
    return params.setpoint;
  };
  /** Sets the time of the converter's last command to this number of seconds ago. */
  const age = (seconds: number) =>
    runSql(
      server,
      `update control_command set sent_at = sent_at - make_interval(secs => $2) where device_sn = $1`,
      site.pcs.sn,
      seconds,
    );

  it('gets its set point each cycle, and nothing after a stop', async () => {
    bench.deaf = true;
    const id = await issue();
    await bench.step();
    expect(await pollSetPoint()).toBe(200);
    expect(await pollSetPoint()).toBeNull();
    await age(15);
    expect(await pollSetPoint()).toBe(200);
    await engineer.call('controlRequest', { body: { sn: `${site.pcs.sn}-setpoint`, value: -20 } });
    expect(await pollSetPoint()).toBe(-20);
    await bench.step();
    await age(15);
    expect(await pollSetPoint()).toBe(-20);
    await move(id, 'stop');
    await bench.step();
    expect(await pollSetPoint()).toBe(0);
    await bench.step();
    await age(15);
    expect(await pollSetPoint()).toBeNull();
  });
});
