/**
 * Reads the channels of Modbus TCP. Each channel is read by one of the job processes. If that process ends or crashes,
 * another takes over. Changes by users apply before the next read.
 */
import type { HubEvent } from '../../platform/events.ts';
import { every, type RepeatedWork } from '../../platform/timers/every.ts';
import { createLeaseSet } from '../../platform/timers/leaseSet.ts';
import { createModbusControl } from './control.ts';
import { type ModbusChannel, readChannels } from './plan.ts';
import { createReader, type Reader, type ReaderParts } from './reader.ts';
import { clearFaults, writeStatus } from './status.ts';

const EVERY_MS = 5_000;
/** Changes within this time are handled together. */
const WAKE_MS = 200;

/** Changes of these entities may change what a channel reads. */
const FOLLOWED: ReadonlySet<string> = new Set([
  'device',
  'deviceModel',
  'deviceModelRegister',
  'deviceVariable',
]);

const keyOf = ({ tenantId, id }: Pick<ModbusChannel, 'tenantId' | 'id'>): string => `${tenantId} ${id}`;

/** Calls `wake` once for all events within WAKE_MS. */
function createAlarmClock(wake: () => void) {
  let timer: NodeJS.Timeout | null = null;
  return {
    set(): void {
      timer ??= setTimeout(() => {
        timer = null;
        wake();
      }, WAKE_MS);
    },
    close: (): void => clearTimeout(timer ?? undefined),
  };
}

export function startModbus(parts: ReaderParts): Pick<RepeatedWork, 'close'> {
  const { db, hub, log } = parts;
  const readers = new Map<string, Reader>();
  const clock = createAlarmClock(() => work.wake());
  const leases = createLeaseSet(db, 'modbus', clock.set);

  async function stopReaders(isOver: (key: string) => boolean): Promise<void> {
    const over = [...readers].filter(([key]) => isOver(key));
    for (const [key] of over) readers.delete(key);
    await Promise.all(over.map(([, reader]) => reader.close()));
  }

  async function step(): Promise<void> {
    const channels = new Map((await readChannels(db)).map((channel) => [keyOf(channel), channel]));
    // The lease of a channel is released only after this process has stopped reading it.
    await stopReaders((key) => !channels.has(key));
    const mine = leases.take([...channels.keys()]);
    await stopReaders((key) => !mine.has(key));
    for (const key of mine) {
      const channel = channels.get(key)!;
      const reader = readers.get(key);
      if (reader) reader.follow(channel);
      else readers.set(key, createReader(parts, channel, clock.set));
    }
    const statuses = [...readers.values()].map(({ channel: { tenantId, id }, status }) => ({
      ...{ tenantId, id },
      ...status(),
    }));
    await writeStatus(parts, statuses);
    await clearFaults(parts);
  }

  function onEvent(event: HubEvent): void {
    const isAll = event.type === 'resync';
    if (event.type === 'entity' && FOLLOWED.has(event.entity))
      for (const reader of readers.values())
        if (reader.channel.tenantId === event.tenantId) reader.units.doubt();
    if (isAll) for (const reader of readers.values()) reader.units.doubt();
    if (isAll || (event.type === 'entity' && event.entity === 'channel')) clock.set();
  }

  const work = every(log, 'modbus', EVERY_MS, step);
  const unsubscribe = hub.subscribe(onEvent);
  const control = createModbusControl(parts, () => readers.values());
  return {
    async close() {
      unsubscribe();
      control.close();
      clock.close();
      await work.close();
      await stopReaders(() => true);
      await leases.close();
    },
  };
}
