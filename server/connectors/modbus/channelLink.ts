/**
 * The single connection of a channel. It is opened when needed. After a failure it is opened again only after a delay.
 */
import type { Config } from '../../platform/config.ts';
import { backOff } from './backOff.ts';
import { connectChannel } from './connect.ts';
import type { Line } from './line.ts';
import type { ModbusChannel } from './plan.ts';

export interface ChannelLink {
  /** Returns the existing connection, or null. */
  current(): Line | null;
  /** False if the last attempt failed and the delay is not over. */
  mayOpen(): boolean;
  /** Returns the existing connection, or a new one. Rejects with a `ModbusFault`. */
  open(): Promise<Line>;
  /** Ends the connection. The next call of `open` connects without a delay. */
  drop(): void;
}

export function createChannelLink(
  config: Pick<Config, 'modbusHosts'>,
  channel: () => ModbusChannel,
  signal: AbortSignal,
): ChannelLink {
  let line: Line | null = null;
  let opening: Promise<Line> | null = null;
  let failures = 0;
  let retryAt = 0;

  const current = (): Line | null => (line?.isOpen() ? line : null);

  async function openNew(): Promise<Line> {
    try {
      line = await connectChannel(config, channel(), signal);
      failures = 0;
      return line;
    } catch (error) {
      failures += 1;
      retryAt = performance.now() + backOff(failures, Math.random());
      throw error;
    } finally {
      opening = null;
    }
  }

  return {
    current,
    mayOpen: () => current() !== null || performance.now() >= retryAt,
    async open() {
      const there = current();
      if (there) return there;
      opening ??= openNew();
      return opening;
    },
    drop() {
      line?.close();
      line = null;
      failures = 0;
      retryAt = 0;
    },
  };
}
