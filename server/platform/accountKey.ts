/** Account names are compared by this key: case and width of letters don't make another account. */
export function accountKey(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase();
}
