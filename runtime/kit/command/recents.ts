/** The palette begins with what was opened last, while the window lives. */
import type { Text } from '../../../generated/definition.ts';
import { readSession, writeSession } from '../browser/storage.ts';
import { useSession } from '../session/session.ts';

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
function keyOwn(): string {
  const { user, tenantId } = useSession.getState();
  return `${KEY}.${user?.userId ?? 0}.${tenantId ?? 0}`;
}

export function readRecents(): RecentRecord[] {
  try {
    const kept: unknown = JSON.parse(readSession(keyOwn()) ?? '[]');
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
export function addRecent(record: RecentRecord): void {
  const others = readRecents().filter(({ id }) => id !== record.id);
  writeSession(keyOwn(), JSON.stringify([record, ...others].slice(0, LIMIT)));
}
