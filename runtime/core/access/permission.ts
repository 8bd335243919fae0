/**
 * Permission keys are `<thing>:<do>`, for all records. The suffix `@own`, `@site` or `@department` narrows a key to
 * those records. A set may also contain the wildcards `*` and `<thing>:*`, also narrowed.
 */

/**
 * The records that a permission covers: the user's own, those of the user's sites or departments, or all. Own records
 * are included in each scope.
 */
export type Scope = 'own' | 'site' | 'department' | 'tenant';

/** The narrowed scopes. Screens show the first one that a user has. */
export const NARROW: readonly Exclude<Scope, 'tenant'>[] = ['department', 'site', 'own'];

const wildcard = (key: string): string => {
  const colon = key.indexOf(':');
  return colon > 0 ? `${key.slice(0, colon)}:*` : key;
};

/**
 * Returns every scope in which a user has a permission. Site and department scopes combine. The tenant scope includes
 * all others.
 */
export function heldScopes(permissions: ReadonlySet<string>, key: string): readonly Scope[] {
  const all = wildcard(key);
  if (permissions.has('*') || permissions.has(key) || permissions.has(all)) return ['tenant'];
  return NARROW.filter((scope) => permissions.has(`${key}@${scope}`) || permissions.has(`${all}@${scope}`));
}

/** Returns the widest scope of a permission that a user has. Null without it. */
export function scopeOf(permissions: ReadonlySet<string>, key: string): Scope | null {
  return heldScopes(permissions, key)[0] ?? null;
}

/** Returns whether the user has the permission at all, even if only for their own records. */
export function can(permissions: ReadonlySet<string>, key: string): boolean {
  return scopeOf(permissions, key) !== null;
}

/** Returns whether a user with `permissions` has every permission that the key or wildcard `granted` includes. */
export function canGrant(permissions: ReadonlySet<string>, granted: string): boolean {
  if (granted === '*') return permissions.has('*');
  const [key = '', narrowed] = granted.split('@');
  const scopes = heldScopes(permissions, key);
  // Every scope includes own records. Only the tenant scope includes sites and departments.
  return (
    scopes.length > 0 &&
    (narrowed === 'own' || scopes.includes('tenant') || scopes.includes(narrowed as Scope))
  );
}
