/**
 * Permission keys are `<thing>:<do>`, for all records; `@own`, `@site` or `@department` behind narrows a key to those
 * records. A set may also hold the wildcards `*` and `<thing>:*` (which may be narrowed too).
 */

/** The records that a permission opens: one's own, those of one's sites or departments (with one's own), or all. */
export type Scope = 'own' | 'site' | 'department' | 'tenant';

/** Narrowed reaches. Screens show the first one that a user holds. */
export const NARROW: readonly Exclude<Scope, 'tenant'>[] = ['department', 'site', 'own'];

const wildcard = (key: string): string => {
  const colon = key.indexOf(':');
  return colon > 0 ? `${key.slice(0, colon)}:*` : key;
};

/**
 * Every reach in which a user holds a permission. Sites and departments add up; the whole tenant replaces all others.
 */
export function heldScopes(permissions: ReadonlySet<string>, key: string): readonly Scope[] {
  const all = wildcard(key);
  if (permissions.has('*') || permissions.has(key) || permissions.has(all)) return ['tenant'];
  return NARROW.filter((scope) => permissions.has(`${key}@${scope}`) || permissions.has(`${all}@${scope}`));
}

/** The widest reach of a permission that a user holds; null without it. */
export function scopeOf(permissions: ReadonlySet<string>, key: string): Scope | null {
  return heldScopes(permissions, key)[0] ?? null;
}

/** Returns whether the permission is held at all, if only for one's own records. */
export function can(permissions: ReadonlySet<string>, key: string): boolean {
  return scopeOf(permissions, key) !== null;
}

/** Returns whether a holder of `permissions` also holds everything that the key or wildcard `granted` opens. */
export function canGrant(permissions: ReadonlySet<string>, granted: string): boolean {
  if (granted === '*') return permissions.has('*');
  const [key = '', narrowed] = granted.split('@');
  const scopes = heldScopes(permissions, key);
  // Own records are part of every reach; sites and departments are part of the whole tenant alone.
  return (
    scopes.length > 0 &&
    (narrowed === 'own' || scopes.includes('tenant') || scopes.includes(narrowed as Scope))
  );
}
