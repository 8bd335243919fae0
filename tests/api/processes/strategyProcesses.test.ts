/** A battery is controlled by one process. Another one continues when it is killed, and repeats no command (S9). */
import { connectAsync, type MqttClient } from 'mqtt';
import pg from 'pg';
import { expect, it } from 'vitest';
import { makeStorage, type StorageSite, strategyBody } from '../../support/devices/storage.ts';
import { type RunningProcess, serveProcesses } from '../../support/server/serverProcesses.ts';
import { send, until } from '../../support/telemetry/site.ts';

const { start, kill, databaseUrl } = serveProcesses();

interface ReceivedCommand {
  id: string;
  setpoint: number;
}

/** Subscribes as the converter does, and answers each command. */
async function listen(
  { process }: RunningProcess,
  token: string,
  received: ReceivedCommand[],
): Promise<MqttClient> {
  const [, port] = await process.said(/MQTT listens on port (\d+)/);
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { username: token, reconnectPeriod: 0 });
  client.on('error', () => {});
  client.on('message', (topic, payload) => {
    const id = topic.split('/').at(-1) ?? '';
    const { params } = JSON.parse(payload.toString()) as { params: { setpoint: number } };
    // A repeated set point is the same command with the same id.
    if (!received.some((one) => one.id === id)) received.push({ id, setpoint: params.setpoint });
    void client.publishAsync(`v1/devices/me/rpc/response/${id}`, '{"success":true}', { qos: 1 });
  });
  await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  return client;
}

async function openDatabase(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  return client;
}

const CELLS = { cellVoltageMax: 3.3, cellVoltageMin: 3.2, cellTemperatureMax: 30, cellTemperatureMin: 25 };

const measuring = (site: StorageSite) => async (at: RunningProcess, soc: number, power: number) => {
  await send(at.url, site.pcs, { power });
  await send(at.url, site.battery, { ...CELLS, soc });
  await send(at.url, site.meter, { power: 300 });
};

const receivedAtLeast = (received: readonly ReceivedCommand[], least: number) =>
  until(
    async () => received.length,
    (count) => count >= least,
  );

/** Starts a process that controls a station with 200 kW. Returns the commands that its converter received. */
async function startSteering(name: string, sn: string) {
  const first = await start(name);
  const site = await makeStorage(first.client, sn);
  const measure = measuring(site);
  const heard: ReceivedCommand[] = [];
  const converter = await listen(first, site.pcs.token ?? '', heard);
  await measure(first, 50, 0);
  const { id } = await first.client.call('strategyConfigCreate', {
    body: { ...strategyBody(site), kind: 'fixedPower', power: 200, blocks: undefined },
  });
  // An approval has the same effect, but these tests are not about it.
  const database = await openDatabase();
  await database.query(`update strategy_config set state = 'issued', issued_at = now() where id = $1`, [id]);
  await database.end();
  await receivedAtLeast(heard, 1);
  expect(heard.map(({ setpoint }) => setpoint)).toEqual([200]);
  return { first, site, measure, heard, converter, id };
}

it('continues in another process with the power that the battery can now take', async () => {
  const { first, site, measure, heard, converter } = await startSteering('first', 'SPR');
  const second = await start('second');
  await measure(second, 50, 200);
  await kill(first);
  converter.end(true);
  const after = await listen(second, site.pcs.token ?? '', heard);
  await measure(second, 8, 200);
  await receivedAtLeast(heard, 2);
  expect(heard.map(({ setpoint }) => setpoint)).toEqual([200, 0]);
  const commands = await second.client.call('controlStatus', { query: { stationSn: site.sn } });
  expect(commands.map(({ value }) => value).sort()).toEqual([0, 200]);
  after.end(true);
  await kill(second);
});

it('sends a command once that a process was about to send when it was killed', async () => {
  const { first, site, measure, heard, converter, id } = await startSteering('third', 'SPK');
  const database = await openDatabase();
  await database.query('begin');
  await database.query('select from strategy_config where id = $1 for update', [id]);
  await measure(first, 8, 200);
  // Uses a connection of its own, because the list of activities does not change within a transaction.
  const watcher = await openDatabase();
  const waiting = `select from pg_stat_activity where query like '%strategy_config c, %' and wait_event_type = 'Lock'`;
  const blocked = await until(
    async () => (await watcher.query(waiting)).rowCount,
    (count) => count === 1,
  );
  expect(blocked).toBe(1);
  await watcher.end();
  const second = await start('fourth');
  const after = await listen(second, site.pcs.token ?? '', heard);
  await kill(first);
  converter.end(true);
  await measure(second, 8, 200);
  await database.query('rollback');
  await database.end();
  await receivedAtLeast(heard, 2);
  const commands = await second.client.call('controlStatus', { query: { stationSn: site.sn } });
  expect(commands.map(({ id, value }) => [String(id), value])).toEqual(
    heard.map(({ id, setpoint }) => [id, setpoint]).toReversed(),
  );
  expect(heard.map(({ setpoint }) => setpoint)).toEqual([200, 0]);
  after.end(true);
});
