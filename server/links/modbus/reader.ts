/** Reads a channel by the clock, as long as this process has its lease: one read at a time, each at its due time. */
import type { Services } from '../../engine/context.ts';
import { wait } from '../../platform/timers/wait.ts';
import { type ChannelLink, createChannelLink } from './channelLink.ts';
import { type Fault, faultOf } from './faults.ts';
import { type ModbusChannel, readUnits } from './plan.ts';
import { type PollParts, pollUnits } from './poll.ts';
import { followPlan, type UnitState } from './readUnit.ts';
import type { ReaderStatus } from './status.ts';
import { storeMeasured } from './store.ts';

export type ReaderParts = Pick<Services, 'db' | 'hub' | 'log' | 'telemetry' | 'config'>;

export interface Reader {
  readonly channel: ModbusChannel;
  readonly link: ChannelLink;
  /** The device as a unit of this channel. */
  unitOf(deviceSn: string): UnitState | undefined;
  /** Goes on with these settings; what changed counts at once. */
  follow(channel: ModbusChannel): void;
  /** Devices or models may have changed: they are looked up before the next read. */
  doubt(): void;
  /** How it is read; the late reads are those since it was asked last. */
  status(): ReaderStatus;
  close(): Promise<void>;
}

type FaultNow = Pick<ReaderStatus, 'fault' | 'faultUnit'>;

const SECOND_MS = 1_000;

const isSame = (one: ModbusChannel, other: ModbusChannel): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** `onTurn` hears that a fault came or went. */
export function createReader(parts: ReaderParts, begun: ModbusChannel, onTurn: () => void): Reader {
  const stop = new AbortController();
  let channel = begun;
  let changed = new AbortController();
  let isDoubted = true;
  let units = new Map<string, UnitState>();
  let lineFault: Fault | null = null;
  let lastRead: number | null = null;
  let late = 0;
  let told: FaultNow = { fault: null, faultUnit: null };
  const link = createChannelLink(parts.config, () => channel, stop.signal);

  async function lookUp(): Promise<void> {
    isDoubted = false;
    try {
      const plans = await readUnits(parts.db, channel);
      units = new Map(plans.map((plan) => [plan.deviceSn, followPlan(plan, units.get(plan.deviceSn))]));
    } catch (error) {
      isDoubted = true;
      throw error;
    }
  }

  /** The fault of the whole channel, or else of the first unit that has one. */
  function faultNow(): FaultNow {
    if (lineFault !== null) return { fault: lineFault, faultUnit: null };
    const faulty = [...units.values()].find(({ fault }) => fault !== null);
    return { fault: faulty?.fault ?? null, faultUnit: faulty?.plan.unit ?? null };
  }

  /** Reads all units and waits until what they said is stored, so that nothing ever queues up. */
  async function readOnce(): Promise<void> {
    const storing: Promise<boolean>[] = [];
    const take: PollParts['take'] = ({ plan: { deviceSn } }, { good, turnedBad }) => {
      const { tenantId } = channel;
      if (good.length > 0) lastRead = Date.now();
      storing.push(storeMeasured(parts, { tenantId, deviceSn, good, turnedBad }, Date.now()));
    };
    const { signal } = stop;
    const isWarm = (): boolean => link.current() !== null;
    const fault =
      units.size > 0
        ? await pollUnits([...units.values()], { open: link.open, isWarm, take, signal })
        : // Whoever sets a channel up sees whether it can be reached before there are devices.
          await link.open().then(() => null, faultOf);
    const isStored = (await Promise.all(storing)).every(Boolean);
    lineFault = fault ?? (isStored ? null : 'notStored');
    const now = faultNow();
    if (now.fault !== told.fault || now.faultUnit !== told.faultUnit) onTurn();
    told = now;
  }

  /** A step that fails (the database is away) is left to the next one. */
  async function tryRead(): Promise<void> {
    try {
      if (isDoubted) await lookUp();
      if (link.mayOpen()) await readOnce();
    } catch (error) {
      if (!stop.signal.aborted) parts.log.warn('a channel was not read', { channel: channel.sn, error });
    }
  }

  async function run(): Promise<void> {
    // Channels that begin together are not read in the same moment.
    let due = performance.now() + Math.random() * SECOND_MS;
    while (!stop.signal.aborted) {
      const { period } = channel;
      await wait(due - performance.now(), stop.signal, changed.signal);
      if (stop.signal.aborted) return;
      if (changed.signal.aborted) {
        changed = new AbortController();
        due = performance.now();
      }
      await tryRead();
      // A timer may come a moment before its time.
      const passed = Math.max(0, Math.floor((performance.now() - due) / (period * SECOND_MS)));
      late += passed;
      due += (passed + 1) * period * SECOND_MS;
    }
  }

  const running = run();

  return {
    get channel() {
      return channel;
    },
    link,
    unitOf: (deviceSn) => units.get(deviceSn),
    follow(next) {
      if (isSame(next, channel)) return;
      const isElsewhere = next.host !== channel.host || next.port !== channel.port;
      channel = next;
      isDoubted = true;
      if (isElsewhere) link.drop();
      changed.abort();
    },
    doubt() {
      isDoubted = true;
    },
    status() {
      const status: ReaderStatus = { lastRead, late, ...faultNow() };
      late = 0;
      return status;
    },
    async close() {
      stop.abort();
      link.drop();
      await running;
    },
  };
}
