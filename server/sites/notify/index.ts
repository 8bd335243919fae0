import type { Service } from '../../engine/context.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Logger } from '../../platform/log.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { holdLease, type LeasedWork } from '../../platform/timers/lease.ts';
import { createCatchUp } from './catchUp.ts';
import { runReminders } from './escalate.ts';
import { forgetLog } from './forget.ts';
import { sendLineNow } from './outbox.ts';
import { createSender } from './sender.ts';

declare module '../../engine/context.ts' {
  interface Services {
    notify: Notify;
  }
}

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
  vault: Vault;
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

interface Round {
  /** There is something to do. */
  wake(): void;
  run(signal: AbortSignal): Promise<void>;
}

/** Repeats a step every five seconds, and as soon as there is something to do. */
function makeRound(log: Logger, step: () => Promise<void>): Round {
  let wake: () => void = () => {};
  let more = false;
  return {
    wake() {
      more = true;
      wake();
    },
    async run(signal) {
      while (!signal.aborted) {
        more = false;
        try {
          await step();
        } catch (error) {
          log.error('notifications were not looked after', { error });
        }
        if (!more)
          await rest(EVERY_MS, signal, (call) => {
            wake = call;
          });
      }
    },
  };
}

/**
 * Tells people of alarms in one process of all: as soon as one opens or ends, and when a step or a retry is due. What is
 * sent outside goes its own way, which holds up nobody who is told in app.
 */
export function createNotify({ config, db, hub, log, vault }: Options): Notify {
  let work: LeasedWork | null = null;
  let forgotten = 0;
  let unsubscribe: (() => void) | null = null;
  const parts = { db, config, log, vault };
  const sender = createSender(parts, () => sending.wake());

  const catchUp = createCatchUp(db);

  async function tell(now: number): Promise<void> {
    try {
      await catchUp(now);
    } catch (error) {
      log.error('open alarms were not looked at for policies that changed', { error });
    }
    await runReminders({ db, log, publicUrl: config.publicUrl }, now);
  }

  async function forget(now: number): Promise<void> {
    if (now - forgotten < HOUR_MS) return;
    forgotten = now;
    await forgetLog(db, config.noticeDays, now);
  }

  const telling = makeRound(log, async () => {
    await tell(Date.now());
    sending.wake();
    await forget(Date.now());
  });
  const sending = makeRound(log, () => sender.begin(Date.now()));

  return {
    async run(now = Date.now()) {
      await tell(now);
      await sender.run(now);
    },
    send: (line) => sendLineNow(parts, Date.now(), line),
    async start() {
      unsubscribe = hub.subscribe(({ type }) => {
        if (type === 'alarm') telling.wake();
      });
      work = holdLease(db, log, 'notify', async (signal) => {
        await Promise.all([telling.run(signal), sending.run(signal)]);
        await sender.idle();
      });
    },
    async close() {
      unsubscribe?.();
      await work?.close();
    },
  };
}
