/** The points of the benches: the same for every target, made from the number of their message. */

/** A message over MQTT holds one reading of a device, for a gateway sends as it reads: these many points. */
export const DEVICE_VARIABLES = 50;
/** Readings of all variables of a device that one message over HTTP holds: 500 points. */
export const READINGS = 10;
export const MESSAGE_POINTS = DEVICE_VARIABLES * READINGS;
const STEP_MS = 1_000;
export const BASE = Date.UTC(2026, 8, 1);
export const STATION = 'bench';
export const GATEWAY_TOKEN = 'bench-gateway';

export const deviceSnOf = (device: number): string => `bench-${device}`;

/** Spreads the messages over all devices, so that neighbours in time are no neighbours on the disk. */
const SPREAD = 7_919;

export interface Message {
  device: number;
  /** Times of its readings. */
  times: number[];
  /** The value of the first variable; the others count up. */
  value: number;
}

/** `readings` a message; no two messages share a point. */
export function makeMessage(number: number, devices: number, readings: number): Message {
  const device = (number * SPREAD) % devices;
  const start = BASE + Math.floor(number / devices) * readings * STEP_MS;
  return { device, times: Array.from({ length: readings }, (_, at) => start + at * STEP_MS), value: number };
}

export const pointValue = ({ value }: Message, reading: number, variable: number): number =>
  value + reading / 8 + variable / 1024;

function writeReadings(message: Message): object[] {
  return message.times.map((ts, reading) => {
    const values: Record<string, number> = {};
    for (let at = 0; at < DEVICE_VARIABLES; at += 1) values[`v${at}`] = pointValue(message, reading, at);
    return { ts, values };
  });
}

export const writeJson = (message: Message): string => JSON.stringify(writeReadings(message));

export const writeGateway = (message: Message): string =>
  JSON.stringify({ [deviceSnOf(message.device)]: writeReadings(message) });

/** InfluxDB's line protocol, a line a point as each variable is a series of its own. */
export function writeLines(message: Message): string {
  const lines: string[] = [];
  for (const [reading, ts] of message.times.entries()) {
    for (let at = 0; at < DEVICE_VARIABLES; at += 1)
      lines.push(
        `v,device=${deviceSnOf(message.device)},key=v${at} value=${pointValue(message, reading, at)} ${ts}`,
      );
  }
  return lines.join('\n');
}
