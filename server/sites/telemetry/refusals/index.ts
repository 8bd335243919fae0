/** Counts refused data in memory and writes the counts every few seconds, for a page of the administrators. */
import { createHash } from 'node:crypto';
import type { Service } from '../../../engine/context.ts';
import { errorCode } from '../../../platform/db/connect/connect.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { Logger } from '../../../platform/log.ts';
import { counter } from '../../../platform/metrics.ts';
import type { Reason } from '../intake/reasons.ts';
import { platformTenant, storeRefusals } from './store.ts';
import { createTally, type Refused } from './tally.ts';

export interface Refusals extends Service {
  note(refused: Refused): void;
  /** Counts an unknown token. It belongs to no tenant, so the platform's administrators see its fingerprint. */
  noteToken(token: string): void;
  /** Resolves when all earlier refusals are visible on the page. */
  flush(): Promise<void>;
}

const FLUSH_MS = 2_000;
/** Error codes of invalid content, such as a deleted tenant. A retry would fail as well. */
const NEVER = /^2[23]/;
const FINGERPRINT = 8;
/** All unknown tokens count as one sender, which limits the number of lines. */
const NO_USER = '—';

const refused = counter('wattdeck_points_refused_total', 'Values refused', ['reason']);

export function createRefusals({ db, log }: { db: Database; log: Logger }): Refusals {
  const tally = createTally();
  const strangers = createTally();
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const lines = tally.take();
    const unknown = strangers.take();
    if (lines.length + unknown.length === 0) return;
    try {
      const tenantId = unknown.length > 0 ? await platformTenant(db) : null;
      const foreign = tenantId === null ? [] : unknown.map((refusal) => ({ ...refusal, tenantId }));
      await storeRefusals(db, [...lines, ...foreign]);
    } catch (error) {
      if (!NEVER.test(errorCode(error))) {
        tally.restore(lines);
        strangers.restore(unknown);
        soon();
      }
      throw error;
    }
  }

  const soon = (): void => {
    if (!closed) timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
  };

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    writing = writing
      .then(write)
      .catch((error) => log.warn('refused data was not noted', { error: String(error) }));
    return writing;
  }

  return {
    note(refusal) {
      refused.inc({ reason: refusal.reason satisfies Reason });
      tally.note(refusal, Date.now());
      soon();
    },
    noteToken(token) {
      refused.inc({ reason: 'unknownToken' satisfies Reason });
      const fingerprint = createHash('sha256').update(token).digest('hex').slice(0, FINGERPRINT);
      const deviceSn = `#${fingerprint}`;
      strangers.note({ tenantId: 0, deviceSn, sender: NO_USER, key: '', reason: 'unknownToken' }, Date.now());
      soon();
    },
    flush,
    close() {
      closed = true;
      return flush();
    },
  };
}
