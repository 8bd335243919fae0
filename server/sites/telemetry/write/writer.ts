/**
 * Group commit: points of a tenant that arrive within a few milliseconds share one transaction. Tenants do not wait for
 * each other, because the node of one may be down. The queue is bounded. If it is full, a caller gets the error
 * `telemetry.overloaded` with the time for writing the queue. A caller that can slow down its sender waits for capacity
 * instead.
 */
import { AppError } from '../../../platform/errors/errors.ts';
import { createGate, type Overflow } from '../intake/pointLimit.ts';
import type { ReadyPoint } from '../types.ts';
import { type FrozenPoints, joinFrozen, NONE_FROZEN } from './rollups/frozenHours.ts';

export interface WriterOptions {
  /** Time in ms for which points are collected after the first one. A full batch ends it earlier. */
  delayMs?: number;
  /** Number of points per transaction. A larger request is still one transaction. */
  batchSize?: number;
  /** Maximum number of queued points. */
  capacity?: number;
  /**
   * Number of parallel transactions per tenant. All points of a device use the same lane, so their order is preserved.
   */
  lanes?: number;
  /** Returns the reason why no points can be written now. Null if they can. */
  refuses?: () => AppError | null;
}

export interface AddOptions {
  admitted?: (() => void) | undefined;
}

export interface Writer {
  /**
   * Resolves when all points are on disk, except the returned ones. `admitted` releases the capacity reserved by the
   * caller.
   */
  add(points: readonly ReadyPoint[], options?: AddOptions): Promise<FrozenPoints>;
  /**
   * Resolves when there is capacity for about this number of points. The capacity is reserved until the returned
   * function is called.
   */
  room(points: number): Promise<() => void>;
  /** Returns the error for a sender if the queue is full. Null if there is capacity. */
  overloaded(): AppError | null;
  /** Returns the number of queued points, including points being written. */
  waiting(): number;
  /** Refuses new points from now on. Resolves when all queued points are written. */
  close(): Promise<void>;
}

interface Request {
  points: readonly ReadyPoint[];
  kind: Overflow;
  resolve(closed: FrozenPoints): void;
  reject(error: unknown): void;
}

/** Writes points of one tenant. */
type Write = (points: readonly ReadyPoint[]) => Promise<FrozenPoints>;

const DELAY_MS = 3;
const BATCH_SIZE = 10_000;
const CAPACITY = 100_000;
const RETRY_AFTER_MAX_S = 60;
/** Weight of the last group in the moving average of the speed. */
const SPEED_WEIGHT = 0.2;

interface Lane {
  add(points: readonly ReadyPoint[], kind: Overflow): Promise<FrozenPoints>;
  close(): Promise<void>;
}

/** Returns as many requests as fit into a batch, at least one. */
function firstRequests(queue: readonly Request[], batchSize: number): Request[] {
  let size = 0;
  const end = queue.findIndex(({ points }, no) => {
    size += points.length;
    return no > 0 && size > batchSize;
  });
  return queue.slice(0, end < 0 ? queue.length : end);
}

/** Runs one transaction after the other. */
function createLane(
  write: Write,
  delayMs: number,
  batchSize: number,
  done: (points: number, kind: Overflow) => void,
  ended: () => void,
): Lane {
  let queue: Request[] = [];
  let queued = 0;
  let running: Promise<void> | null = null;
  let closed = false;
  let hurry: () => void = () => {};

  function nextRequests(): Request[] {
    const batch = firstRequests(queue, batchSize);
    queue = queue.slice(batch.length);
    queued -= batch.reduce((sum, { points }) => sum + points.length, 0);
    return batch;
  }

  function pause(): Promise<void> {
    if (closed || queued >= batchSize) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, delayMs);
      hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Releases the capacity before the sender gets its response. */
  function endRequest({ points, kind }: Request, settle: () => void): void {
    done(points.length, kind);
    settle();
  }

  /** A failed request must not affect the others. After a failure, the requests of the group are retried one by one. */
  async function writeRequests(requests: readonly Request[]): Promise<void> {
    let closed: FrozenPoints;
    try {
      closed = await write(
        requests.length === 1 ? requests[0]!.points : requests.flatMap(({ points }) => points),
      );
    } catch (error) {
      if (requests.length > 1) for (const request of requests) await writeRequests([request]);
      else for (const request of requests) endRequest(request, () => request.reject(error));
      return;
    }
    for (const request of requests) endRequest(request, () => request.resolve(closed));
  }

  async function run(): Promise<void> {
    while (queue.length > 0) {
      await pause();
      await writeRequests(nextRequests());
    }
    running = null;
    ended();
  }

  return {
    add: (points, kind) =>
      new Promise((resolve, reject) => {
        queue.push({ points, kind, resolve, reject });
        queued += points.length;
        if (queued >= batchSize) hurry();
        running ??= run();
      }),
    async close() {
      closed = true;
      hurry();
      await running;
    },
  };
}

/** Returns the lane of a point. It is the same for all points of a device, so that they are written in order. */
function laneOf({ variable }: ReadyPoint, lanes: number): number {
  const { tenantId, deviceSn } = variable;
  let sum = tenantId;
  for (let index = 0; index < deviceSn.length; index += 1)
    sum = (sum * 31 + deviceSn.charCodeAt(index)) % 65_521;
  return tenantId * lanes + (sum % lanes);
}

/** Returns points by lane, in their order. */
function dividePoints(points: readonly ReadyPoint[], lanes: number): Map<number, ReadyPoint[]> {
  const parts = new Map<number, ReadyPoint[]>();
  let deviceSn: string | null = null;
  let tenantId = 0;
  let part: ReadyPoint[] = [];
  for (const point of points) {
    const { variable } = point;
    if (variable.deviceSn !== deviceSn || variable.tenantId !== tenantId) {
      ({ deviceSn, tenantId } = variable);
      const lane = laneOf(point, lanes);
      part = parts.get(lane) ?? [];
      parts.set(lane, part);
    }
    part.push(point);
  }
  return parts;
}

export function createWriter(write: Write, options: WriterOptions = {}): Writer {
  const { delayMs = DELAY_MS, batchSize = BATCH_SIZE, capacity = CAPACITY, lanes = 1 } = options;
  const { refuses = () => null } = options;
  const gate = createGate(capacity);
  let closed = false;
  let speed = 0;
  let lastDone = 0;

  /** Updates the speed in points per second, averaged over the last groups. Idle time is not counted. */
  function noteSpeed(points: number, began: number): void {
    const now = performance.now();
    const seconds = (now - Math.max(began, lastDone)) / 1000;
    lastDone = now;
    if (seconds <= 0) return;
    const measured = points / seconds;
    speed = speed === 0 ? measured : speed + (measured - speed) * SPEED_WEIGHT;
  }

  const timed: Write = async (points) => {
    const began = performance.now();
    const closed = await write(points);
    noteSpeed(points.length, began);
    return closed;
  };
  /** Lanes with points to write. */
  const busy = new Map<number, Lane>();

  function laneAt(key: number): Lane {
    const lane =
      busy.get(key) ??
      createLane(timed, delayMs, Math.ceil(batchSize / lanes), gate.leave, () => void busy.delete(key));
    busy.set(key, lane);
    return lane;
  }

  function overloaded(): AppError | null {
    const refusal = refuses();
    if (refusal) return refusal;
    if (!gate.isFull()) return null;
    const seconds = speed > 0 ? Math.ceil(gate.inside() / speed) : 1;
    const after = Math.min(Math.max(seconds, 1), RETRY_AFTER_MAX_S);
    return new AppError('telemetry.overloaded', {}, { headers: { 'retry-after': String(after) } });
  }

  async function addParts(points: readonly ReadyPoint[], kind: Overflow): Promise<FrozenPoints> {
    gate.enter(points.length, kind);
    const parts = dividePoints(points, lanes);
    const added = [...parts].map(([lane, part]) => laneAt(lane).add(part, kind));
    // The response waits for all parts, even if one has failed.
    const settled = await Promise.allSettled(added);
    const failed = settled.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    const closed = await Promise.all(added);
    return joinFrozen(closed);
  }

  return {
    async add(points, { admitted } = {}) {
      if (points.length === 0) return NONE_FROZEN;
      if (closed) throw new AppError('http.closing');
      const full = admitted ? null : overloaded();
      if (full) throw full;
      const added = addParts(points, admitted ? 'wait' : 'reject');
      admitted?.();
      return await added;
    },
    room: gate.room,
    overloaded,
    waiting: gate.inside,
    async close() {
      closed = true;
      gate.close();
      await Promise.all([...busy.values()].map((lane) => lane.close()));
    },
  };
}
