/**
 * A bounded queue for slow work, with round robin over tenants. Within a tenant, users and links take turns.
 * Independent of the work itself.
 */
import { AppError } from '../errors/errors.ts';

/** Limits of running and queued work. */
interface Bound {
  running: number;
  waiting: number;
}

export interface Bounds {
  all: Bound;
  /** Limits per kind of work, so that slow work leaves places for other kinds. */
  kind: Bound;
  tenant: Bound;
  person: Bound;
  link: Bound;
}

export interface QueueRequest {
  kind: string;
  tenantId: number;
  /** The user, or the link of a guest. */
  by: { person: number } | { link: number };
  /** Aborts when the caller no longer needs the answer. */
  signal?: AbortSignal;
}

/** Releases the place for the next caller. Further calls have no effect. */
export type Leave = () => void;

/** A tenant, user, link or kind of work, with its counts in the queue. */
interface Share {
  bound: Bound;
  running: number;
  waiting: number;
  /** The number of its last turn. 0 if it has had no turn since it entered the queue. */
  turn: number;
}

interface QueueCounts {
  running: number;
  waiting: number;
  /** Counters since the start: granted turns, callers that left the queue early, and refused callers. */
  turns: number;
  left: number;
  refused: number;
}

interface FairQueue {
  /**
   * Resolves when the turn is granted. Rejects with the reason of the signal. Throws `queue.full` immediately if a
   * limit is reached, with the seconds until a retry makes sense.
   */
  enter(request: QueueRequest): Promise<Leave>;
  /** Returns the counts by kind of work. */
  counts(): ReadonlyMap<string, Readonly<QueueCounts>>;
}

const MAX_RETRY_S = 600;
/** Weight of the last turn in the moving average of turn durations. */
const LAST_WEIGHT = 0.2;
const FIRST_MEAN_MS = 1_000;

/**
 * Returns whether a caller precedes another. The tenant whose last turn is older is first, then the user or link, then
 * the earlier arrival.
 */
function isBefore(one: Caller, other: Caller): boolean {
  for (const [at, share] of one.turns.entries()) {
    const difference = share.turn - other.turns[at]!.turn;
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** Stores the shares that have running or queued work. */
function createShares(bounds: Bounds) {
  const shares = new Map<string, Share>();
  function find(key: string, bound: Bound): Share {
    const share = shares.get(key) ?? { bound, running: 0, waiting: 0, turn: 0 };
    shares.set(key, share);
    return share;
  }
  return {
    of({ kind, tenantId, by }: QueueRequest) {
      const [name, bound] =
        'link' in by ? [`link ${by.link}`, bounds.link] : [`person ${by.person}`, bounds.person];
      const turns = [find(`tenant ${tenantId}`, bounds.tenant), find(`tenant ${tenantId} ${name}`, bound)];
      return { turns, held: [...turns, find('all', bounds.all), find(`kind ${kind}`, bounds.kind)] };
    },
    forgetIdle() {
      for (const [key, { running, waiting }] of shares)
        if (running === 0 && waiting === 0) shares.delete(key);
    },
  };
}

/** Measures the duration of turns, to estimate the time until a retry. */
function createPace(now: () => number) {
  let meanMs = FIRST_MEAN_MS;
  return {
    /** Starts a turn. The returned function ends it. */
    begin(): () => void {
      const began = now();
      return () => {
        meanMs += (now() - began - meanMs) * LAST_WEIGHT;
      };
    },
    /** Estimates the time until its turn, if the turns ahead take as long as the recent ones. */
    secondsFor({ waiting: before, bound }: Share): number {
      const seconds = Math.ceil((meanMs * (before + 1)) / bound.running / 1_000);
      return Math.min(Math.max(seconds, 1), MAX_RETRY_S);
    },
  };
}

function createCounts() {
  const counts = new Map<string, QueueCounts>();
  return {
    all: counts,
    of(kind: string): QueueCounts {
      const found = counts.get(kind) ?? { running: 0, waiting: 0, turns: 0, left: 0, refused: 0 };
      counts.set(kind, found);
      return found;
    },
  };
}

/** A caller with its shares: all of them, and the shares that determine the order of turns. */
interface Caller {
  count: QueueCounts;
  held: readonly Share[];
  turns: readonly Share[];
}

const hasRoom = ({ held }: Caller): boolean => held.every(({ running, bound }) => running < bound.running);

function change({ count, held }: Caller, of: 'running' | 'waiting', by: 1 | -1): void {
  count[of] += by;
  for (const share of held) share[of] += by;
}

export function createFairQueue(bounds: Bounds, now: () => number = () => performance.now()): FairQueue {
  const shares = createShares(bounds);
  const counts = createCounts();
  const pace = createPace(now);
  const waiting = new Map<Caller, () => void>();
  let lastTurn = 0;

  function startNext(): void {
    let next: Caller | undefined;
    for (const one of waiting.keys()) if (hasRoom(one) && (!next || isBefore(one, next))) next = one;
    if (!next) {
      shares.forgetIdle();
      return;
    }
    waiting.get(next)!();
    startNext();
  }

  function begin(caller: Caller): Leave {
    const end = pace.begin();
    let isOccupied = true;
    lastTurn += 1;
    caller.count.turns += 1;
    change(caller, 'running', 1);
    for (const share of caller.turns) share.turn = lastTurn;
    return () => {
      if (!isOccupied) return;
      isOccupied = false;
      end();
      change(caller, 'running', -1);
      startNext();
    };
  }

  function refuse({ count }: Caller, full: Share): never {
    count.refused += 1;
    shares.forgetIdle();
    const seconds = pace.secondsFor(full);
    throw new AppError('queue.full', { seconds }, { headers: { 'retry-after': String(seconds) } });
  }

  function wait(caller: Caller, signal: AbortSignal | undefined): Promise<Leave> {
    change(caller, 'waiting', 1);
    return new Promise((done, fail) => {
      const removeWaiting = (): void => {
        waiting.delete(caller);
        signal?.removeEventListener('abort', leave);
        change(caller, 'waiting', -1);
      };
      const leave = (): void => {
        removeWaiting();
        caller.count.left += 1;
        shares.forgetIdle();
        fail(signal?.reason);
      };
      waiting.set(caller, () => {
        removeWaiting();
        done(begin(caller));
      });
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  return {
    enter(request) {
      const { kind, signal } = request;
      if (signal?.aborted) return Promise.reject(signal.reason);
      const caller = { ...shares.of(request), count: counts.of(kind) };
      if (hasRoom(caller)) return Promise.resolve(begin(caller));
      const full = caller.held.find(({ waiting: before, bound }) => before >= bound.waiting);
      if (full) refuse(caller, full);
      return wait(caller, signal);
    },
    counts: () => counts.all,
  };
}
