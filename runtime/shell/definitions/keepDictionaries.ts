/**
 * Loads the tenant's dictionaries after sign-in, and again after an administrator has viewed or changed them. They
 * override those that were applied for all tenants.
 */
import type { DictionaryDefinition } from '../../../generated/definition.ts';
import { applyDefinitions } from '../../core/definitions/registry.ts';
import { call } from '../../kit/api/client.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { useSession } from '../../kit/session/session.ts';

const SETTLE_MS = 300;

type Dictionaries = Readonly<Record<string, DictionaryDefinition>>;
let applied: Dictionaries = {};
let ofTenant: Dictionaries = {};

const lay = (): void => applyDefinitions('dictionaries', { ...applied, ...ofTenant });

/** Replaces the dictionaries that were applied for all tenants. Then loads the tenant's dictionaries again. */
export function applyDictionaries(next: Dictionaries): void {
  if (Object.keys({ ...applied, ...next }).length === 0) return;
  applied = next;
  lay();
  void load();
}

async function load(): Promise<void> {
  const { user, tenantId } = useSession.getState();
  if (!user) return;
  const dictionaries = await call('dictListByTenant', {}, { quiet: true }).catch(() => null);
  // After a failure the built-in entries are used until the next attempt. Entries of another tenant are never shown.
  if (!dictionaries || useSession.getState().tenantId !== tenantId) return;
  ofTenant = Object.fromEntries(
    dictionaries.map((dictionary) => [dictionary.name, dictionary as DictionaryDefinition]),
  );
  lay();
}

export function keepDictionaries(): void {
  let whose: string | null = null;
  const follow = () => {
    const { user, tenantId } = useSession.getState();
    const now = user ? `${user.userId} ${tenantId}` : null;
    if (now === whose) return;
    whose = now;
    ofTenant = {};
    if (now === null) lay();
    else void load();
  };
  useSession.subscribe(follow);
  follow();
  let timer: ReturnType<typeof setTimeout> | undefined;
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    const [kind, entity] = query.queryKey;
    if (type !== 'updated' || kind !== 'records' || entity !== 'dict') return;
    clearTimeout(timer);
    timer = setTimeout(() => void load(), SETTLE_MS);
  });
}
