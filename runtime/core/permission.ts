/**
 * Permission keys are `<thing>:<do>`, for all records; `@own` or `@department` behind narrows a key to those records.
 * A set may also hold the wildcards `*` and `<thing>:*` (which may be narrowed too).
 */

/** Whose records a permission opens, narrow to wide. */
export type Scope = 'own' | 'department' | 'tenant';

const NARROW: readonly Exclude<Scope, 'tenant'>[] = ['department', 'own'];

const wildcard = (key: string): string => {
  const colon = key.indexOf(':');
  return colon > 0 ? `${key.slice(0, colon)}:*` : key;
};

/** The widest reach of a permission that somebody holds; null without it. */
export function scope_of(permissions: ReadonlySet<string>, key: string): Scope | null {
  const all = wildcard(key);
  if (permissions.has('*') || permissions.has(key) || permissions.has(all)) return 'tenant';
  return (
    NARROW.find((scope) => permissions.has(`${key}@${scope}`) || permissions.has(`${all}@${scope}`)) ?? null
  );
}

/** Whether the permission is held at all, if only for one's own records. */
export function can(permissions: ReadonlySet<string>, key: string): boolean {
  return scope_of(permissions, key) !== null;
}

const RANK: Readonly<Record<Scope, number>> = { own: 1, department: 2, tenant: 3 };

/** Whether whoever holds `permissions` also holds all that the key or wildcard `granted` opens. */
export function canGrant(permissions: ReadonlySet<string>, granted: string): boolean {
  if (granted === '*') return permissions.has('*');
  const [key = '', narrowed] = granted.split('@');
  const held = scope_of(permissions, key);
  return held !== null && RANK[held] >= RANK[(narrowed as Scope | undefined) ?? 'tenant'];
}
