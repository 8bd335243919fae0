/** Permission keys are `<thing>:<do>`; a set may also hold the wildcards `*` and `<thing>:*`. */
export function can(permissions: ReadonlySet<string>, key: string): boolean {
  if (permissions.has('*') || permissions.has(key)) return true;
  const colon = key.indexOf(':');
  return colon > 0 && permissions.has(`${key.slice(0, colon)}:*`);
}

/** Whether whoever holds `permissions` also holds all that the key or wildcard `granted` opens. */
export function canGrant(permissions: ReadonlySet<string>, granted: string): boolean {
  return granted === '*' ? permissions.has('*') : can(permissions, granted);
}
