/**
 * Cabinets under test, in their own process. Each converter and battery is connected by MQTT, follows its set point,
 * and reports every second. The parent process controls the clock: it requests the seconds up to a moment.
 */
import { connectAsync, type MqttClient } from 'mqtt';

export interface Cabinet {
  converter: string;
  battery: string;
  /** The energy that it delivers, kWh. */
  capacity: number;
  soc: number;
}

export interface Order {
  from: number;
  to: number;
}

interface Running extends Cabinet {
  links: { converter: MqttClient; battery: MqttClient };
  setPoint: number;
  charged: number;
  discharged: number;
}

const SECOND_MS = 1_000;
const HOUR_S = 3_600;
/** Share of a kWh that is stored when charging, and the same share that is delivered when discharging. */
const ONE_WAY = 0.96;
const TOPIC = 'v1/devices/me/telemetry';

const [port = '', json = '[]'] = process.argv.slice(2);
const cabinets = JSON.parse(json) as Cabinet[];

const connect = (username: string): Promise<MqttClient> =>
  connectAsync(`mqtt://127.0.0.1:${port}`, { username });

async function start(cabinet: Cabinet): Promise<Running> {
  const [converter, battery] = await Promise.all([connect(cabinet.converter), connect(cabinet.battery)]);
  const links = { converter, battery };
  const running: Running = { ...cabinet, links, setPoint: 0, charged: 1_000, discharged: 2_000 };
  converter.on('message', (topic, payload) => {
    running.setPoint = (JSON.parse(payload.toString()) as { params: { setpoint: number } }).params.setpoint;
    void converter.publishAsync(topic.replace('request', 'response'), '{"success":true}', { qos: 1 });
  });
  await converter.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  return running;
}

/** Advances by a second. Returns the power. It is less than the set point if the battery is full or empty. */
function flow(running: Running): number {
  const cells = running.capacity / ONE_WAY;
  const stored = (running.soc / 100) * cells;
  const most = stored * ONE_WAY * HOUR_S;
  const least = ((stored - cells) * HOUR_S) / ONE_WAY;
  const power = Math.max(least, Math.min(most, running.setPoint));
  const energy = power / HOUR_S;
  if (energy > 0) running.discharged += energy;
  else running.charged -= energy;
  const left = stored - (energy > 0 ? energy / ONE_WAY : energy * ONE_WAY);
  running.soc = Math.min(100, Math.max(0, (left / cells) * 100));
  return power;
}

async function report(running: Running, ts: number): Promise<void> {
  const { links, soc, charged: chargeEnergy, discharged: dischargeEnergy } = running;
  const power = flow(running);
  const warmth = 28 + Math.abs(power) / 100;
  const ofConverter = { power, chargeEnergy, dischargeEnergy, auxiliaryPower: 3 };
  const cells = { cellVoltageMax: 3.32, cellVoltageMin: 3.3 };
  const ofBattery = { soc, ...cells, cellTemperatureMax: warmth, cellTemperatureMin: warmth - 4 };
  await Promise.all([
    links.converter.publishAsync(TOPIC, JSON.stringify({ ts, values: ofConverter }), { qos: 1 }),
    links.battery.publishAsync(TOPIC, JSON.stringify({ ts, values: ofBattery }), { qos: 1 }),
  ]);
}

const all = await Promise.all(cabinets.map(start));
process.on('message', async ({ from, to }: Order) => {
  for (let ts = from; ts < to; ts += SECOND_MS) await Promise.all(all.map((running) => report(running, ts)));
  process.send?.('reported');
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
