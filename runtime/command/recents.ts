/** What was opened last, while the window lives: it stands first when the palette opens. */
import type { Text } from '../../generated/definition.ts';
import { readSession, writeSession } from '../api/storage.ts';
import { useSession } from '../shell/session.ts';

/** A record that was looked at. */
export interface RecentRecord {
  id: string;
  label: string;
  /** The kind of record. */
  title: Text;
  path: string;
}

const KEY = 'EMS-recent';
const LIMIT = 6;

/** Another person, another tenant: another memory. */
function key_own(): string {
  const { user, tenantId } = useSession.getState();
  return `${KEY}.${user?.userId ?? 0}.${tenantId ?? 0}`;
}

export function recents_read(): RecentRecord[] {
  try {
    const kept: unknown = JSON.parse(readSession(key_own()) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent) : [];
  } catch {
    return [];
  }
}

function isRecent(one: unknown): one is RecentRecord {
  const { id, label, title, path } = (one ?? {}) as Partial<RecentRecord>;
  return [id, label, title?.zh, title?.en].every((part) => typeof part === 'string') && isOwnPath(path);
}

const isOwnPath = (path: unknown): boolean => typeof path === 'string' && path.startsWith('/main/');

/** The newest first, each once. */
export function recent_add(record: RecentRecord): void {
  const others = recents_read().filter(({ id }) => id !== record.id);
  writeSession(key_own(), JSON.stringify([record, ...others].slice(0, LIMIT)));
}
