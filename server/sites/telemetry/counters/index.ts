/**
 * Handles falling counters in a single process: judges their falls, and corrects their points after a user's decision.
 */

import type { EntityHooks } from '../../../engine/hooks.ts';
import { publishOnCommit } from '../../../platform/db/index.ts';
import type { Hub } from '../../../platform/hub/hub.ts';
import type { Logger } from '../../../platform/log.ts';
import type { RepeatedWork } from '../../../platform/timers/every.ts';
import { leaseEvery } from '../../../platform/timers/lease.ts';
import type { TelemetryVariable } from '../types.ts';
import { JUDGED } from '../write/batch.ts';
import { addCorrections, type CorrectionParts, runCorrections } from './corrections.ts';
import { readCourse } from './course.ts';
import { correctionsOf, type FallRecord } from './decisions.ts';
import { keepFall } from './falls.ts';
import { type Fall, judgeFalls } from './judge.ts';
import { type DueLook, delayLook, endLook, noteLooks, readDueLooks, releaseLooks } from './looks.ts';

type Parts = CorrectionParts & { log: Logger; hub: Hub };

/**
 * Maximum delay of a check after a crash of its process, in ms, in addition to the time limit for writing its points.
 */
const ROUND_MS = 30_000;
/** Maximum number of checks and decisions in one round. */
const MOST = 200;

async function settleFall({ db, telemetry }: Parts, variable: TelemetryVariable, fall: Fall): Promise<void> {
  const isJudged = await db.system((trx) => keepFall(trx, variable, fall));
  if (!isJudged || fall.wrong.length === 0) return;
  const points = fall.wrong.map(({ ts, value }) => ({ variable, ts, value, quality: JUDGED }));
  await telemetry.store(points, { waits: true, quiet: true });
}

/** Judges all falls of a span in their order. */
async function judgeLook(parts: Parts, look: DueLook, signal: AbortSignal): Promise<void> {
  const [variable] = await parts.telemetry.variables(look.tenantId, [look.sn]);
  const isJudged = variable?.kind === 'counter' && !variable.dailyReset;
  for (let from: number | null = look.from; isJudged && from !== null && !signal.aborted; ) {
    const { parts: courses, next }: Awaited<ReturnType<typeof readCourse>> = await readCourse(
      parts.db,
      variable,
      {
        from,
        to: look.to,
      },
    );
    for (const fall of courses.flatMap((course) => judgeFalls(course, variable.rollOver)))
      await settleFall(parts, variable, fall);
    from = next;
  }
  if (!signal.aborted) await endLook(parts.db, look);
}

async function runRound(parts: Parts, signal: AbortSignal): Promise<void> {
  const { db, log } = parts;
  const corrected = await runCorrections(parts, MOST);
  if (corrected.length > 0) {
    await noteLooks(db, corrected);
    await releaseLooks(db, corrected);
  }
  for (const look of await readDueLooks(db, MOST)) {
    if (signal.aborted) return;
    try {
      await judgeLook(parts, look, signal);
    } catch (error) {
      // An error with one counter does not affect the others.
      log.error('a counter was not judged', { tenantId: look.tenantId, variable: look.sn, error });
      await delayLook(db, look);
    }
  }
}

export function startCounters(parts: Parts): RepeatedWork {
  const { db, log, hub } = parts;
  const work = leaseEvery(db, log, 'counters', ROUND_MS, (signal) => runRound(parts, signal));
  const unsubscribe = hub.subscribe(({ type }) => {
    if (type === 'counters') work.wake();
  });
  return {
    wake: work.wake,
    async close() {
      unsubscribe();
      await work.close();
    },
  };
}

export const counterHooks = {
  counterFall: {
    async written(changes, { trx, session }) {
      for (const { before, after } of changes) {
        const [from, to] = [before, after] as unknown as [FallRecord, FallRecord];
        const corrections = correctionsOf(from, to);
        if (corrections.length === 0) continue;
        await addCorrections(trx, session.tenantId, to.variableSn, corrections);
        publishOnCommit(trx, { type: 'counters' });
      }
    },
  },
} satisfies Record<string, EntityHooks>;
