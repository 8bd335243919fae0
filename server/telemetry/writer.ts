/**
 * Group commit: what arrives within a few milliseconds shares one transaction. The queue is bounded; who
 * comes when it is full is told so at once (`telemetry.overloaded`), or waits when it can (links that hold
 * their sender back themselves).
 */
import { AppError } from '../http/errors.ts';
import type { ReadyPoint } from './types.ts';

export interface WriterOptions {
  /** Collects for this long after the first point, unless the batch is full before. */
  delayMs?: number;
  /** Points of one transaction; a single larger request is still one transaction. */
  batchSize?: number;
  /** Points that may wait. */
  capacity?: number;
}

export interface Writer {
  /** Resolves when all points are on disk. */
  add(points: readonly ReadyPoint[]): Promise<void>;
  /** Resolves when there is room again. */
  room(): Promise<void>;
  /** Points that wait or are being written. */
  waiting(): number;
  /** Writes what is queued, then refuses everything. */
  close(): Promise<void>;
}

interface Request {
  points: readonly ReadyPoint[];
  resolve(): void;
  reject(error: unknown): void;
}

const DELAY_MS = 3;
const BATCH_SIZE = 10_000;
const CAPACITY = 100_000;
const RETRY_AFTER_S = 1;

export function createWriter(
  write: (points: readonly ReadyPoint[]) => Promise<void>,
  { delayMs = DELAY_MS, batchSize = BATCH_SIZE, capacity = CAPACITY }: WriterOptions = {},
): Writer {
  let queue: Request[] = [];
  let queued = 0;
  let writing = 0;
  let running: Promise<void> | null = null;
  let closed = false;
  let hurry: () => void = () => {};
  const patient: (() => void)[] = [];

  const isFull = (): boolean => queued + writing >= capacity;

  function requests_take(): Request[] {
    const taken: Request[] = [];
    let size = 0;
    while (queue.length > taken.length) {
      const { points } = queue[taken.length]!;
      if (taken.length > 0 && size + points.length > batchSize) break;
      taken.push(queue[taken.length]!);
      size += points.length;
    }
    queue = queue.slice(taken.length);
    queued -= size;
    writing = size;
    return taken;
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

  /** One request's trouble must not take the others down, so a failed group is tried one by one. */
  async function requests_write(requests: readonly Request[]): Promise<void> {
    try {
      await write(requests.flatMap(({ points }) => points));
      for (const request of requests) request.resolve();
    } catch (error) {
      if (requests.length === 1) return requests[0]!.reject(error);
      for (const request of requests) await requests_write([request]);
    }
  }

  async function run(): Promise<void> {
    while (queue.length > 0) {
      await pause();
      await requests_write(requests_take());
      writing = 0;
      while (patient.length > 0 && !isFull()) patient.shift()!();
    }
    running = null;
  }

  return {
    add(points) {
      if (points.length === 0) return Promise.resolve();
      if (closed) return Promise.reject(new AppError('http.closing'));
      if (isFull()) {
        const headers = { 'retry-after': String(RETRY_AFTER_S) };
        return Promise.reject(new AppError('telemetry.overloaded', {}, { headers }));
      }
      return new Promise((resolve, reject) => {
        queue.push({ points, resolve, reject });
        queued += points.length;
        if (queued >= batchSize) hurry();
        running ??= run();
      });
    },
    async room() {
      while (isFull() && !closed) await new Promise<void>((resolve) => patient.push(resolve));
    },
    waiting: () => queued + writing,
    async close() {
      closed = true;
      hurry();
      for (const resolve of patient.splice(0)) resolve();
      await running;
    },
  };
}
