/** A battery is steered by one process; another one goes on where that is killed, and repeats no command (S9). */
import { connectAsync, type MqttClient } from 'mqtt';
import pg from 'pg';
import { expect, it } from 'vitest';
import { type RunningProcess, serveProcesses } from '../support/serverProcesses.ts';
import { send, until } from '../support/site.ts';
import { makeStorage, strategyBody } from '../support/storage.ts';

const { start, kill, databaseUrl } = serveProcesses();
const ROUND_MS = 15_000;

interface Heard {
  id: string;
  setpoint: number;
}

/** Listens as the converter does, and answers each command. */
async function listen({ process }: RunningProcess, token: string, heard: Heard[]): Promise<MqttClient> {
  const [, port] = await process.said(/MQTT listens on port (\d+)/);
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { username: token, reconnectPeriod: 0 });
  client.on('error', () => {});
  client.on('message', (topic, payload) => {
    const id = topic.split('/').at(-1) ?? '';
    const { params } = JSON.parse(payload.toString()) as { params: { setpoint: number } };
    // A set point is said again in each round, as the same command.
    if (!heard.some((one) => one.id === id)) heard.push({ id, setpoint: params.setpoint });
    void client.publishAsync(`v1/devices/me/rpc/response/${id}`, '{"success":true}', { qos: 1 });
  });
  await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  return client;
}

/** Does what an approval does, of which this test says nothing. */
async function issue(id: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  await client.query(`update strategy_config set state = 'issued', issued_at = now() where id = $1`, [id]);
  await client.end();
}

it('goes on in another process with what the battery can take now', async () => {
  const first = await start('first');
  const site = await makeStorage(first.client, 'SPR');
  const measure = async ({ url }: RunningProcess, soc: number, power: number) => {
    const cells = {
      cellVoltageMax: 3.3,
      cellVoltageMin: 3.2,
      cellTemperatureMax: 30,
      cellTemperatureMin: 25,
    };
    await send(url, site.pcs, { power });
    await send(url, site.battery, { ...cells, soc });
    await send(url, site.meter, { power: 300 });
  };
  const heard: Heard[] = [];
  const before = await listen(first, site.pcs.token ?? '', heard);
  await measure(first, 50, 0);
  const { id } = await first.client.call('strategyConfigCreate', {
    body: { ...strategyBody(site), kind: 'fixedPower', power: 200, blocks: undefined },
  });
  await issue(id);
  await until(
    async () => heard.length,
    (count) => count > 0,
    3 * ROUND_MS,
  );
  expect(heard.map(({ setpoint }) => setpoint)).toEqual([200]);

  const second = await start('second');
  await measure(second, 50, 200);
  await kill(first);
  before.end(true);
  const after = await listen(second, site.pcs.token ?? '', heard);
  await measure(second, 8, 200);
  await until(
    async () => heard.length,
    (count) => count > 1,
    3 * ROUND_MS,
  );
  expect(heard.map(({ setpoint }) => setpoint)).toEqual([200, 0]);
  const commands = await second.client.call('controlStatus', { query: { stationSn: site.sn } });
  expect(commands.map(({ value }) => value).sort()).toEqual([0, 200]);
  after.end(true);
}, 180_000);
