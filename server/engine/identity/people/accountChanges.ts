/** Notifies every process of changed accounts and rights, so that sessions are read again. */
import { decidesRights } from '../../access/narrowing.ts';
import type { Services } from '../../context.ts';
import type { SessionCache } from '../session/cache.ts';

export interface AccountChanges {
  /**
   * Must be called after any change of an account, its memberships, roles or sessions. Every process then reads them
   * again.
   */
  changed(userId: number): Promise<void>;
  /** Reports a user whose sessions or rights may have changed (null: all users), after they are read again. */
  watch(listen: (userId: number | null) => void): () => void;
  start(): Promise<void>;
  close(): Promise<void>;
}

const CHANNEL = 'wattdeck_identity';
/** Entities whose records determine a user's rights. */
const RIGHTS: ReadonlySet<string> = new Set(['user', 'role', 'dept']);

export function createAccountChanges(
  { db, hub }: Pick<Services, 'db' | 'hub'>,
  cache: SessionCache,
): AccountChanges {
  const watchers = new Set<(userId: number | null) => void>();
  let unlisten: (() => Promise<void>) | null = null;
  let unsubscribe: (() => void) | null = null;

  function readAgain(userId: number | null): void {
    if (userId === null) cache.clear();
    else cache.dropUser(userId);
    for (const listen of watchers) listen(userId);
  }

  return {
    async changed(userId) {
      readAgain(userId);
      await db.notify(CHANNEL, String(userId));
    },
    watch(listen) {
      watchers.add(listen);
      return () => void watchers.delete(listen);
    },
    async start() {
      unlisten = await db.listen(
        CHANNEL,
        (payload) => readAgain(payload === '*' ? null : Number(payload)),
        () => readAgain(null),
      );
      // In this process a change has effect before its answer is sent. The database notifies the other processes.
      unsubscribe = hub.subscribe((event) => {
        if (event.type !== 'entity') return;
        if (!RIGHTS.has(event.entity) && !decidesRights(event.entity)) return;
        readAgain(event.entity === 'user' ? event.id : null);
      });
    },
    async close() {
      unsubscribe?.();
      await unlisten?.();
    },
  };
}
