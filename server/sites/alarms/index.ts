import type { Service } from '../../engine/context.ts';
import { holdLease, type LeasedWork, leaseEvery } from '../../platform/timers/lease.ts';
import { wait } from '../../platform/timers/wait.ts';
import { createJudgement, type Judgement, type JudgementParts } from './judgement.ts';
import { createSilence } from './silence/silenceSweep.ts';
import { raiseSuppressed } from './suppression.ts';
import { tellAlarms } from './writer.ts';

declare module '../../engine/context.ts' {
  interface Services {
    alarms: Alarms;
  }
}

export interface Alarms extends Service {
  start(): Promise<void>;
  /** Resolves when every rule is up to date and every change so far is stored. */
  settled(): Promise<void>;
  /**
   * Checks for silence and ended suppression, which no point reports. `at` is the time to assume, in epoch
   * milliseconds.
   */
  sweep(at?: number): Promise<void>;
}

const SWEEP_MS = 5_000;
/**
 * Time in ms for which another judging process is awaited after the start. Without one, this process judges everything
 * from its start on.
 */
const ALONE_MS = 500;

interface Options extends JudgementParts {
  /** True if this process judges points. */
  judges?: boolean;
  /** True if this process may check for silence. Only one of all such processes does. */
  sweeps?: boolean;
}

interface Judging extends Service {
  /** Resolves when all rules are up to date, or another process judges the stateful ones. */
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
 * Watches committed points, and who is silent. Only a change of a rule's state reaches the database.
 *
 * A confirmed alarm is raised again only after its value was good once.
 */
export function createAlarms({ judges = true, sweeps = true, ...parts }: Options): Alarms {
  const { db, log, hub } = parts;
  const judgement = createJudgement(parts);
  const silence = createSilence({ db, hub });
  let judging: Judging | null = null;
  let sweeping: LeasedWork | null = null;

  async function sweep(moment?: number): Promise<void> {
    tellAlarms(hub, await db.system((trx) => raiseSuppressed(trx, moment ?? Date.now())));
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
