/** The clock of a replay: history is sent as fast as possible, the last part at the chosen speed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sendBatch, type Tally } from './send.ts';
import { type Message, mergeTracks, type Track } from './source.ts';

export interface PlayPlan {
  url: string;
  tracks: readonly Track[];
  /** Values from this time on are sent. An earlier run has sent the previous values. */
  from: number;
  /** Values before this time are sent as fast as possible, later ones at the chosen speed. */
  liveFrom: number;
  speed: number;
  /** Called after each batch. Everything before `position` is stored. */
  onProgress(position: number, tally: Tally): Promise<void>;
  isStopped(): boolean;
  /** The clock, by default the real one. Tests set their own. */
  clock?: Clock;
}

/** A clock in milliseconds from any start. */
export interface Clock {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const REAL: Clock = { now: () => performance.now(), sleep };

const BATCH = 4_000;
const TICK_MS = 250;

type Played = { track: Track; message: Message };

/** Replays the tracks. Storing a value twice has no effect, so a replay may be interrupted at any point. */
export async function playTracks(plan: PlayPlan): Promise<Tally> {
  const tally: Tally = { accepted: 0, rejected: 0, examples: [] };
  let batch: Played[] = [];
  const { now, sleep: pause } = plan.clock ?? REAL;
  let begin: { real: number; virtual: number } | null = null;

  async function flush(): Promise<void> {
    const last = batch.at(-1);
    if (!last) return;
    await sendBatch(plan.url, batch, tally);
    batch = [];
    await plan.onProgress(last.message.ts, tally);
  }

  /** Waits until the replay's clock reaches a time. Sends the values that are due until then. */
  async function awaitClock(ts: number): Promise<void> {
    begin ??= { real: now(), virtual: Math.max(plan.liveFrom, plan.from) };
    const due = begin.real + (ts - begin.virtual) / plan.speed;
    if (due - now() < TICK_MS && batch.length < BATCH) return;
    await flush();
    for (let rest = due - now(); rest > 0 && !plan.isStopped(); rest = due - now()) {
      await pause(Math.min(rest, TICK_MS));
    }
  }

  for await (const played of mergeTracks(plan.tracks, plan.from)) {
    if (plan.isStopped()) break;
    if (played.message.ts >= plan.liveFrom) await awaitClock(played.message.ts);
    batch.push(played);
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  return tally;
}
