/**
 * Returns the key for comparing account names. Ignores the case and width of letters.
 */
export function accountKey(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase();
}
