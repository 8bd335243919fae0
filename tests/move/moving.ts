/** The embedded database of a server is moved while devices send. It is interrupted twice, and then completed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startFleet } from '../faults/fleet.ts';
import { acknowledgedAgain, beginLedger, compareLedger, ledgerText, makeSite } from '../faults/ledger.ts';
import { throwBreach } from '../faults/scenario.ts';
import { runCommand } from '../support/server/command.ts';
import { freePort } from '../support/server/port.ts';
import { spawnServer } from '../support/server/process.ts';
import { dataFolder, login } from '../support/server/server.ts';
import { sendTelemetry } from '../support/telemetry/telemetry.ts';
import { beginMqtt, compareMqtt } from './mqttSender.ts';

const ENTRY = 'server/move/main.ts';
const SENDING_MS = 2_000;
const REFUSED = /takes no writes/;

/** Moves the database and returns the output. `killAt` kills the process as soon as the output contains this text. */
async function move(folder: string, to: string, killAt?: RegExp): Promise<string> {
  let killed = false;
  const { code, output } = await runCommand(ENTRY, [folder, to, '--now'], folder, {
    onOutput(text, _end, kill) {
      if (!killAt?.test(text)) return;
      killed = true;
      kill();
    },
  });
  if (killed ? code !== 'SIGKILL' : code !== 0) throw new Error(`the move ended with ${code}: ${output}`);
  return output;
}

/** Starts a server that must refuse to start. */
async function startRefused(folder: string, env: Record<string, string>): Promise<string[]> {
  const server = spawnServer(folder, { env });
  const code = await server.ended;
  return code === 1 && REFUSED.test(server.output())
    ? []
    : [`a server that must not start ended with ${code}: ${server.output()}`];
}

/** Checks that FROM refuses new messages, and names the time of the next attempt. */
async function checkRefused(url: string, token: string): Promise<string[]> {
  const answer = await sendTelemetry(url, token, { ts: Date.now(), values: { v0: 1 } });
  return answer.status === 503 && Number(answer.headers.get('retry-after')) > 0
    ? []
    : [`what is sent after the move is answered with ${answer.status}`];
}

/** `to` is the address of an empty database. */
export async function tryMove(to: string): Promise<string> {
  const folder = await dataFolder();
  const mqttPort = await freePort();
  const env = { WATTDECK_MQTT_PORT: String(mqttPort) };
  let fleet = await startFleet(folder.path, { server: env });
  const wrong: string[] = [];
  try {
    const client = await login({ url: fleet.addresses()[0] ?? '' });
    const site = await makeSite(client);
    const { ledger, end } = beginLedger(() => fleet.addresses(), site);
    const mqtt = await beginMqtt(client, site, mqttPort);
    await sleep(SENDING_MS);
    for (const moment of [/Copying/, /Switching/]) {
      await move(folder.path, to, moment);
      await acknowledgedAgain(ledger);
      wrong.push(...(await startRefused(`${folder.path}/other`, { DATABASE_URL: to })));
    }
    const printed = await move(folder.path, to);
    wrong.push(...(await checkRefused(fleet.addresses()[0] ?? '', site.token)));
    await fleet.close();
    wrong.push(...(await startRefused(folder.path, env)));
    fleet = await startFleet(folder.path, { server: { ...env, DATABASE_URL: to } });
    const back = await acknowledgedAgain(ledger);
    await sleep(SENDING_MS);
    await end();
    const sent = await mqtt.end();
    const [url = ''] = fleet.addresses();
    wrong.push(...(await compareLedger(url, { connectionString: to }, site, ledger)));
    wrong.push(...(await compareMqtt({ connectionString: to }, site, sent)));
    if (fleet.restarts() > 0) wrong.push(`the server ended ${fleet.restarts()} times`);
    throwBreach(wrong);
    const same = /.*the same at both ends.*/.exec(printed)?.[0];
    return `${same}; ${ledgerText(ledger)} and ${sent} by MQTT, taken again ${(back / 1000).toFixed(1)} s after the start`;
  } finally {
    await fleet.close();
    await folder.remove();
  }
}
