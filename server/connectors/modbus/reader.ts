/** Reads a channel on schedule, while this process has the channel's lease. Only one read runs at a time. */
import type { Services } from '../../engine/context.ts';
import { startBeats } from './beats.ts';
import { type ChannelLink, createChannelLink } from './channelLink.ts';
import { type Fault, faultOf } from './faults.ts';
import type { ModbusChannel } from './plan.ts';
import { type PollParts, pollUnits } from './poll.ts';
import type { ReaderStatus } from './status.ts';
import { storeMeasured } from './store.ts';
import { createUnits, type Units } from './units.ts';

export type ReaderParts = Pick<Services, 'db' | 'hub' | 'log' | 'telemetry' | 'config'>;

export interface Reader {
  readonly channel: ModbusChannel;
  readonly link: ChannelLink;
  readonly units: Pick<Units, 'get' | 'doubt'>;
  /** Applies these settings at once and continues. */
  follow(channel: ModbusChannel): void;
  /** Returns the status. `late` counts the late reads since the last call. */
  status(): ReaderStatus;
  close(): Promise<void>;
}

type FaultNow = Pick<ReaderStatus, 'fault' | 'faultUnit'>;

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/** `onTurn` is called when a fault appears or disappears. */
export function createReader(parts: ReaderParts, begun: ModbusChannel, onTurn: () => void): Reader {
  const stop = new AbortController();
  const { signal } = stop;
  const units = createUnits(parts.db);
  let channel = begun;
  let lineFault: Fault | null = null;
  let lastRead: number | null = null;
  const link = createChannelLink(parts.config, () => channel, signal);

  /** Returns the fault of the whole channel. If there is none, returns the fault of the first faulty unit. */
  function faultNow(): FaultNow {
    if (lineFault !== null) return { fault: lineFault, faultUnit: null };
    const faulty = units.faulty();
    return { fault: faulty?.fault ?? null, faultUnit: faulty?.unit ?? null };
  }

  /** Reads all units and waits until their values are stored, so that values do not queue up. */
  async function readOnce(): Promise<void> {
    const storing: Promise<boolean>[] = [];
    const take: PollParts['take'] = ({ plan: { deviceSn } }, { good, turnedBad }) => {
      const { tenantId } = channel;
      if (good.length > 0) lastRead = Date.now();
      storing.push(storeMeasured(parts, { tenantId, deviceSn, good, turnedBad }, Date.now()));
    };
    const isWarm = (): boolean => link.current() !== null;
    const all = units.all();
    const fault =
      all.length > 0
        ? await pollUnits(all, { open: link.open, isWarm, take, signal })
        : // Users who set a channel up see whether it can be reached before it has devices.
          await link.open().then(() => null, faultOf);
    const isStored = (await Promise.all(storing)).every(Boolean);
    lineFault = fault ?? (isStored ? null : 'notStored');
  }

  /** Ignores errors, such as an unavailable database, because the next step tries again. */
  async function tryRead(): Promise<void> {
    const before = faultNow();
    try {
      await units.settle(channel);
      if (link.mayOpen()) await readOnce();
    } catch (error) {
      if (!signal.aborted) parts.log.warn('a channel was not read', { channel: channel.sn, error });
    }
    if (!isSame(before, faultNow())) onTurn();
  }

  const beats = startBeats(() => channel.period, tryRead);

  return {
    get channel() {
      return channel;
    },
    ...{ link, units },
    follow(next) {
      if (isSame(next, channel)) return;
      if (next.host !== channel.host || next.port !== channel.port) link.drop();
      channel = next;
      units.doubt();
      beats.restart();
    },
    status: () => ({ lastRead, late: beats.takeLate(), ...faultNow() }),
    async close() {
      stop.abort();
      link.drop();
      await beats.close();
    },
  };
}
