/** Makes the points of the benches from the number of their message. All targets get the same points. */

/**
 * Number of points of a device in an MQTT message: one for each variable, because a gateway sends each reading at
 * once.
 */
export const DEVICE_VARIABLES = 50;
/** Values of each variable of a device in an HTTP message: 500 points in all. */
export const READINGS = 10;
export const MESSAGE_POINTS = DEVICE_VARIABLES * READINGS;
const STEP_MS = 1_000;
export const BASE = Date.UTC(2026, 8, 1);
export const STATION = 'bench';
export const GATEWAY_TOKEN = 'bench-gateway';

export const deviceSnOf = (device: number): string => `bench-${device}`;

/** Spreads the messages over all devices, so that messages close in time are not close on the disk. */
const SPREAD = 7_919;

export interface Message {
  device: number;
  /** Times of the device's readings. */
  times: number[];
  /** The value of the first variable. The others count up from it. */
  value: number;
}

/** Makes a message with this many readings. No two messages have a point in common. */
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

/** Returns InfluxDB's line protocol. Each point is a line because each variable is its own series. */
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
