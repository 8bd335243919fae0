import type { Config } from '../config.ts';
import type { Service } from '../context.ts';
import type { Database } from '../db/index.ts';
import { type LeasedWork, lease_hold } from '../jobs/lease.ts';
import type { Hub } from '../live/hub.ts';
import type { Logger } from '../log.ts';
import { reminders_run } from './escalate.ts';
import { log_forget } from './forget.ts';
import { outbox_run } from './outbox.ts';

export interface Notify extends Service {
  start(): Promise<void>;
  /** Tells and sends what is due at `now`, epoch milliseconds. */
  run(now?: number): Promise<void>;
  /** Sends one line of the log at once. */
  send(line: { tenantId: number; id: number }): Promise<void>;
}

const EVERY_MS = 5_000;
const HOUR_MS = 3_600_000;

interface Options {
  config: Pick<Config, 'mail' | 'webhookAllow' | 'publicUrl' | 'noticeDays'>;
  db: Database;
  hub: Hub;
  log: Logger;
}

/** Waits for the time, for the signal, or for somebody who says that there is something to do. */
function rest(ms: number, signal: AbortSignal, wake: (call: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    wake(done);
    if (signal.aborted) done();
  });
}

/** Tells people of alarms in one process of all: as soon as one opens or ends, and when a step or a retry is due. */
export function createNotify({ config, db, hub, log }: Options): Notify {
  let work: LeasedWork | null = null;
  let wake: () => void = () => {};
  let more = false;
  let forgotten = 0;
  let unsubscribe: (() => void) | null = null;

  async function run(now = Date.now()): Promise<void> {
    await reminders_run({ db, log, publicUrl: config.publicUrl }, now);
    await outbox_run({ db, config }, now);
    if (now - forgotten < HOUR_MS) return;
    forgotten = now;
    await log_forget(db, config.noticeDays, now);
  }

  return {
    run,
    send: (line) => outbox_run({ db, config }, Date.now(), line),
    async start() {
      unsubscribe = hub.subscribe(({ type }) => {
        if (type !== 'alarm') return;
        more = true;
        wake();
      });
      work = lease_hold(db, log, 'notify', async (signal) => {
        while (!signal.aborted) {
          more = false;
          try {
            await run();
          } catch (error) {
            log.error('notifications were not looked after', { error });
          }
          if (!more)
            await rest(EVERY_MS, signal, (call) => {
              wake = call;
            });
        }
      });
    },
    async close() {
      unsubscribe?.();
      await work?.close();
    },
  };
}
