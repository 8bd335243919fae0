/** Returns the key by which account names are compared. Case and width of letters do not matter. */
export function accountKey(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase();
}
