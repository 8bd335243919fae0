/** Notifies all processes of changed accounts and rights, so that they read the sessions again. */
import { decidesRights } from '../../access/narrowing.ts';
import type { Services } from '../../context.ts';
import type { SessionCache } from '../session/cache.ts';

export interface AccountChanges {
  /**
   * Must be called after every change of an account, its memberships, roles or sessions. All processes then read the
   * sessions again.
   */
  changed(userId: number): Promise<void>;
  /**
   * Calls `listen` with a user whose sessions or rights may have changed, after they are read again. Null means all
   * users.
   */
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
      // This process applies the change before the answer is sent. Other processes are notified by the database.
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
