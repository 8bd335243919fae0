/**
 * Stores recently opened records for the palette and the start page. They are cached in this window and stored in the
 * account, but not on the device.
 */
import type { Text } from '../../../generated/definition.ts';
import { call } from '../api/client.ts';
import { readSession, writeSession } from '../browser/storage.ts';
import { useSession } from '../session/session.ts';

/** A record that the user opened. */
export interface RecentRecord {
  id: string;
  label: string;
  /** The title of its entity. */
  title: Text;
  path: string;
}

const KEY = 'EMS-recent';
const PREFERENCE = 'recent';
const LIMIT = 6;
const quiet = { quiet: true };

/** Returns the key of the cache, separate by user and tenant. */
function keyOwn(): string {
  const { user, tenantId } = useSession.getState();
  return `${KEY}.${user?.userId ?? 0}.${tenantId ?? 0}`;
}

const listOf = (stored: unknown): RecentRecord[] => (Array.isArray(stored) ? stored.filter(isRecent) : []);

/** Reads this window's cache. Null before the first answer. */
function readStored(): RecentRecord[] | null {
  const stored = readSession(keyOwn());
  if (stored === null) return null;
  try {
    return listOf(JSON.parse(stored));
  } catch {
    return null;
  }
}

export const readRecents = (): RecentRecord[] => readStored() ?? [];

function isRecent(value: unknown): value is RecentRecord {
  const { id, label, title, path } = (value ?? {}) as Partial<RecentRecord>;
  return [id, label, title?.zh, title?.en].every((part) => typeof part === 'string') && isOwnPath(path);
}

const isOwnPath = (path: unknown): boolean => typeof path === 'string' && path.startsWith('/main/');

/** Loads the account's records in a new window. Empty without an answer. */
export async function loadRecents(): Promise<RecentRecord[]> {
  const stored = readStored();
  if (stored) return stored;
  const key = keyOwn();
  const answer = await call('preferenceGet', { path: { key: PREFERENCE } }, quiet).catch(() => null);
  const records = listOf(answer?.value?.records);
  // In the meantime another user may have signed in, or the user may have opened a record.
  if (answer && key === keyOwn() && readStored() === null) writeSession(key, JSON.stringify(records));
  return readStored() ?? records;
}

/** Adds a record as the newest, without duplicates. */
export async function addRecent(record: RecentRecord): Promise<void> {
  const key = keyOwn();
  const others = (await loadRecents()).filter(({ id }) => id !== record.id);
  if (key !== keyOwn()) return;
  const records = [record, ...others].slice(0, LIMIT);
  writeSession(key, JSON.stringify(records));
  await call('preferenceSave', { path: { key: PREFERENCE }, body: { value: { records } } }, quiet).catch(
    () => {
      // After a failure the record remains in the window's cache.
    },
  );
}
