import type { Service } from '../../engine/context.ts';
import { holdLease, type LeasedWork, leaseEvery } from '../../platform/timers/lease.ts';
import { wait } from '../../platform/timers/wait.ts';
import { createJudgement, type Judgement, type JudgementParts } from './judgement.ts';
import { createSilence } from './silence/silenceSweep.ts';
import { raiseSuppressed } from './suppression.ts';
import { notifyAlarms } from './writer.ts';

declare module '../../engine/context.ts' {
  interface Services {
    alarms: Alarms;
  }
}

export interface Alarms extends Service {
  start(): Promise<void>;
  /** Resolves when all rules are up to date and all changes so far are stored. */
  settled(): Promise<void>;
  /**
   * Checks for silence and ended suppression windows, which no point reports. `at` overrides the current time, in epoch
   * milliseconds.
   */
  sweep(at?: number): Promise<void>;
}

const SWEEP_MS = 5_000;
/**
 * Time in ms to wait at the start for another evaluating process. Without one, this process evaluates everything from
 * its start on.
 */
const ALONE_MS = 500;

interface Options extends JudgementParts {
  /** True if this process evaluates points. */
  judges?: boolean;
  /** True if this process may check for silence. Only one such process does. */
  sweeps?: boolean;
}

interface Judging extends Service {
  /** Resolves when all rules are up to date, or another process evaluates the stateful rules. */
  ready: Promise<void>;
}

function startJudging({ db, log, hub }: JudgementParts, judgement: Judgement): Judging {
  const unsubscribe = hub.subscribe(judgement.hear);
  const stopping = new AbortController();
  const following = holdLease(db, log, 'alarm judgement', (signal) => {
    stopping.abort();
    return judgement.follow(signal);
  });
  const makeReady = async (): Promise<void> => {
    await wait(ALONE_MS, stopping.signal);
    if (!stopping.signal.aborted) judgement.reloadAll();
    await judgement.settled();
  };
  return {
    ready: makeReady(),
    async close() {
      unsubscribe();
      await following.close();
      await judgement.close();
    },
  };
}

/**
 * Evaluates committed points and silence. Writes to the database only if the state of a rule changes.
 *
 * After a user confirmed an alarm, its value must recover before the alarm is raised again.
 */
export function createAlarms({ judges = true, sweeps = true, ...parts }: Options): Alarms {
  const { db, log, hub } = parts;
  const judgement = createJudgement(parts);
  const silence = createSilence({ db, hub });
  let judging: Judging | null = null;
  let sweeping: LeasedWork | null = null;

  async function sweep(moment?: number): Promise<void> {
    notifyAlarms(hub, await db.system((trx) => raiseSuppressed(trx, moment ?? Date.now())));
    await silence.sweep(moment);
  }

  return {
    async start() {
      if (judges) judging = startJudging(parts, judgement);
      await judging?.ready;
      if (sweeps) sweeping = leaseEvery(db, log, 'alarms', SWEEP_MS, () => sweep());
    },
    settled: judgement.settled,
    sweep,
    async close() {
      await sweeping?.close();
      await judging?.close();
    },
  };
}
