/**
 * Evaluates stateful rules: a delay, hysteresis, hours, earlier values, several variables. One process evaluates them
 * for all processes from the points in the database. Notifications only name the variables to read, because points of
 * other processes arrive reduced, late, and unordered.
 */
import type { Database } from '../../../platform/db/index.ts';
import type { HubEvent } from '../../../platform/events.ts';
import type { Hub } from '../../../platform/hub/hub.ts';
import type { Logger } from '../../../platform/log.ts';
import { wait } from '../../../platform/timers/wait.ts';
import type { Telemetry } from '../../telemetry/index.ts';
import type { LoadedPointRule } from '../pointWatch.ts';
import { createWriter, type Writer } from '../writer.ts';
import {
  type CourseBook,
  expectRules,
  handlePoints,
  isCheckpointDue,
  makeBook,
  tickBook,
} from './courseBook.ts';
import { catchUp } from './courseCatchUp.ts';
import { notesSeen } from './courseProgress.ts';
import { takeRules } from './courseRules.ts';

export interface CourseWatch {
  /** Prepares for new rules. Points from now on apply to the new rules. */
  expect(): void;
  /** Receives points committed in any process. */
  hear(event: HubEvent & { type: 'points' }, isExpecting: boolean): void;
  /** Completes changes whose waiting time is over. */
  tick(): void;
  /** Replaces the evaluated rules of a tenant, or of all. */
  take(tenantId: number | null, rules: readonly LoadedPointRule[]): void;
  /** Resolves when all received points are evaluated and the results are stored. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

interface Parts {
  db: Database;
  log: Logger;
  hub: Hub;
  telemetry: Pick<Telemetry, 'variables'>;
}

const RETRY_MS = 1_000;

/** Stores the evaluated time of each course, after the results of the course are stored. */
async function writeCheckpoint(
  { db, writer }: { db: Database; writer: Writer },
  book: CourseBook,
): Promise<void> {
  const seen = new Map(
    [...book.uncheckpointed].map((id) => {
      const course = book.courses.get(id)!;
      return [course.rule, Math.max(...course.seen.values())];
    }),
  );
  await writer.idle();
  await db.system((trx) => notesSeen(trx, seen));
  book.uncheckpointed.clear();
  book.checkpointedAt = performance.now();
}

export function createCourseWatch({ db, log, hub, telemetry }: Parts): CourseWatch {
  const writer = createWriter({ db, log, hub });
  const parts = { db, telemetry, writer };
  const book = makeBook();
  const stop = new AbortController();
  let running: Promise<void> | null = null;

  async function runStep(): Promise<void> {
    const [ruleSet] = book.pendingRuleSets;
    if (ruleSet) {
      await takeRules(parts, book, ruleSet);
      book.pendingRuleSets.shift();
    } else if (book.readFrom.size > 0) await catchUp(parts, book);
    if (isCheckpointDue(book)) await writeCheckpoint(parts, book);
  }

  const hasWork = (): boolean =>
    book.pendingRuleSets.length + book.readFrom.size > 0 || isCheckpointDue(book);

  async function run(): Promise<void> {
    while (!stop.signal.aborted && hasWork()) {
      try {
        await runStep();
      } catch (error) {
        log.warn('points could not be judged, trying again', { error: String(error) });
        await wait(RETRY_MS, stop.signal);
      }
    }
    running = null;
  }

  const start = (): void => {
    if (hasWork()) running ??= run();
  };

  return {
    expect: () => expectRules(book),
    hear(event, isExpecting) {
      handlePoints(book, event, isExpecting);
      start();
    },
    tick() {
      tickBook(book);
      start();
    },
    take(tenantId, rules) {
      book.pendingRuleSets.push({ tenantId, rules });
      start();
    },
    async idle() {
      while (running) await running;
      await writer.idle();
    },
    async close() {
      stop.abort();
      // The writer is closed first, because a step may wait for the writer, which may wait for the database.
      await Promise.all([writer.close(), running]);
      while (running) await running;
      await writer.close();
    },
  };
}
