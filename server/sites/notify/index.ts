/**
 * Sends mails and webhooks about alarms. `notifyPeople.ts` selects the recipients and channels, and `deliveries.ts`
 * sends the queued messages. Notices inside the application are in `server/engine/notices/`.
 */
import type { Service } from '../../engine/context.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Hub } from '../../platform/hub/hub.ts';
import type { Logger } from '../../platform/log.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import type { RepeatedWork } from '../../platform/timers/every.ts';
import { type LeasedWork, leaseEvery } from '../../platform/timers/lease.ts';
import { createCatchUp } from './catchUp.ts';
import { sendLineNow } from './deliveries.ts';
import { runReminders } from './escalate.ts';
import { forgetLog } from './forget.ts';
import { createSender } from './sender.ts';

declare module '../../engine/context.ts' {
  interface Services {
    notify: Notify;
  }
}

export interface Notify extends Service {
  start(): Promise<void>;
  /** Sends all notifications due at `now`, in epoch milliseconds. */
  run(now?: number): Promise<void>;
  /** Sends one line of the log immediately. */
  send(line: { tenantId: number; id: number }): Promise<void>;
}

const EVERY_MS = 5_000;
const HOUR_MS = 3_600_000;

interface Options {
  config: Pick<Config, 'mail' | 'webhookAllow' | 'publicUrl' | 'lang' | 'noticeDays'>;
  db: Database;
  hub: Hub;
  log: Logger;
  vault: Vault;
}

/**
 * Notifies people of alarms, in a single process of the server. Triggers are a new or ended alarm, and a due step or
 * retry. External messages are sent separately, so that they do not delay notices in the application.
 */
export function createNotify({ config, db, hub, log, vault }: Options): Notify {
  let work: RepeatedWork | null = null;
  let forgetting: LeasedWork | null = null;
  let unsubscribe: (() => void) | null = null;
  const parts = { db, config, log, vault };
  const sender = createSender(parts, () => work?.wake());
  const catchUp = createCatchUp(db);

  async function escalate(now: number): Promise<void> {
    try {
      await catchUp(now);
    } catch (error) {
      log.error('open alarms were not looked at for policies that changed', { error });
    }
    await runReminders({ db, log, publicUrl: config.publicUrl, lang: config.lang }, now);
  }

  /** Sends pending external messages even if new notices fail. */
  async function runRound(): Promise<void> {
    const now = Date.now();
    try {
      await escalate(now);
    } finally {
      await sender.begin(now);
    }
  }

  return {
    async run(now = Date.now()) {
      await escalate(now);
      await sender.run(now);
    },
    send: (line) => sendLineNow(parts, Date.now(), line),
    async start() {
      unsubscribe = hub.subscribe(({ type }) => {
        if (type === 'alarm') work?.wake();
      });
      work = leaseEvery(db, log, 'notify', EVERY_MS, runRound);
      forgetting = leaseEvery(db, log, 'notification log', HOUR_MS, () =>
        forgetLog(db, config.noticeDays, Date.now()),
      );
    },
    async close() {
      unsubscribe?.();
      await forgetting?.close();
      await work?.close();
      await sender.idle();
    },
  };
}
