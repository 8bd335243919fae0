import type pg from 'pg';
import type { Logger } from '../../log.ts';
import { openClient, type Target } from './connect.ts';

type MessageListener = (payload: string) => void;

interface Subscription {
  message: MessageListener;
  reconnected: (() => void) | undefined;
}

const RETRY_MS = 500;
const MAX_RETRY_MS = 10_000;

export interface Listener {
  listen(channel: string, message: MessageListener, reconnected?: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/**
 * Opens a single connection for all channels. It reconnects automatically, and then notifies subscribers that messages
 * may be missing.
 */
export function createListener(target: Target, log: Logger): Listener {
  const channels = new Map<string, Set<Subscription>>();
  let client: pg.Client | null = null;
  let opening: Promise<pg.Client> | null = null;
  let retry: NodeJS.Timeout | null = null;
  let closed = false;

  const quote = (channel: string) => `"${channel.replaceAll('"', '""')}"`;

  const open = async (): Promise<pg.Client> => {
    const next = openClient(target);
    next.on('error', () => {});
    next.on('notification', ({ channel, payload = '' }) => {
      for (const { message } of channels.get(channel) ?? []) message(payload);
    });
    await next.connect();
    for (const channel of channels.keys()) await next.query(`listen ${quote(channel)}`);
    next.on('end', () => {
      if (client === next) client = null;
      reopen(RETRY_MS);
    });
    client = next;
    return next;
  };

  const reopen = (wait: number): void => {
    if (closed || retry) return;
    retry = setTimeout(async () => {
      retry = null;
      try {
        await open();
        log.info('listening to the database again');
        for (const subscription of [...channels.values()].flatMap((set) => [...set]))
          subscription.reconnected?.();
      } catch (error) {
        log.warn('listening to the database failed', { error: String(error) });
        reopen(Math.min(wait * 2, MAX_RETRY_MS));
      }
    }, wait);
  };

  const connected = async (): Promise<pg.Client> => {
    if (client) return client;
    opening ??= open().finally(() => {
      opening = null;
    });
    return opening;
  };

  return {
    async listen(channel, message, reconnected) {
      const subscription: Subscription = { message, reconnected };
      const subscriptions = channels.get(channel);
      const set = subscriptions ?? new Set();
      set.add(subscription);
      channels.set(channel, set);
      const current = await connected();
      if (!subscriptions) await current.query(`listen ${quote(channel)}`);
      return async () => {
        set.delete(subscription);
        if (set.size > 0 || !channels.delete(channel)) return;
        await client?.query(`unlisten ${quote(channel)}`).catch(() => {});
      };
    },
    async close() {
      closed = true;
      if (retry) clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
}
