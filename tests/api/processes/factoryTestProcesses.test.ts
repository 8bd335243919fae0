/**
 * A factory test is controlled by one process, and another process takes over. After a gap, the test is suspended until
 * a user resumes it (S8b).
 */
import pg from 'pg';
import { expect, it } from 'vitest';
import { makeFactoryDevices, planTest } from '../../support/devices/factoryBench.ts';
import { type RunningProcess, serveProcesses } from '../../support/server/serverProcesses.ts';
import { send, until } from '../../support/telemetry/site.ts';

const { start, kill, databaseUrl } = serveProcesses();

async function change(statement: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}

it('continues in another process, and is suspended with a reason after 30 seconds without control', async () => {
  const first = await start('first');
  const site = await makeFactoryDevices(first.client, 'FTP');
  const { testId, runId } = await planTest(first.client, site);
  const measure = async ({ url }: RunningProcess, power: number): Promise<void> => {
    const cells = {
      cellVoltageMax: 3.32,
      cellVoltageMin: 3.3,
      cellTemperatureMax: 30,
      cellTemperatureMin: 26,
    };
    await send(url, site.pcs, { power, chargeEnergy: 1, dischargeEnergy: 1, auxiliaryPower: 1 });
    await send(url, site.battery, { soc: 50, ...cells });
  };
  /** Returns the commanded set points, the oldest first. Each of them is marked as acknowledged. */
  const commanded = async ({ client }: RunningProcess): Promise<unknown[]> => {
    await change(`update control_command set state = 'acknowledged' where device_sn = $1`, [site.pcs.sn]);
    const commands = await client.call('controlStatus', { query: { stationSn: site.sn } });
    return commands.map(({ value }) => value).toReversed();
  };
  const decidedAt = async ({ client }: RunningProcess): Promise<number> => {
    const run = await client.call('chargeDischargeRecordGet', { path: { id: runId } });
    return Date.parse(run.decidedAt ?? '1970-01-01');
  };
  // Other tests cover the precheck by two users.
  await change('update factory_test_record set first_id = created_by, second_id = created_by where id = $1', [
    testId,
  ]);
  await measure(first, 0);
  await first.client.call('factoryTestStart', { query: { id: testId } });
  await until(
    () => commanded(first),
    (values) => values.length === 1,
  );
  const second = await start('second');
  await measure(second, -200);
  await kill(first);
  const killedAt = Date.now();
  await until(
    () => decidedAt(second),
    (at) => at > killedAt,
  );
  expect(await commanded(second)).toEqual([-200]);
  await kill(second);
  await change(
    `update charge_discharge_record set decided_at = decided_at - interval '40 seconds' where id = $1`,
    [runId],
  );
  const third = await start('third');
  const test = await until(
    () => third.client.call('factoryTestRecordDetail', { path: { id: testId } }),
    ({ status }) => status === 'suspended',
  );
  expect(test.pauseReason).toBe('interrupted');
  await until(
    () => commanded(third),
    (values) => values.length === 2,
  );
  expect(await commanded(third)).toEqual([-200, 0]);
  await measure(third, 0);
  // Only a user resumes it.
  await third.client.call('factoryTestStart', { query: { id: testId } });
  expect(
    await until(
      () => commanded(third),
      (values) => values.length === 3,
    ),
  ).toEqual([-200, 0, -200]);
  await kill(third);
});
