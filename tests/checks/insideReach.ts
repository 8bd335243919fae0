/**
 * A test of the API creates its data by calls, or by shared helpers (tests/support). A room of the server can then be
 * moved or rewritten without its tests.
 */

const REACH = /(?:from|import\()\s*'(?:\.\.\/)+server\/|\.app\b|\{ app\b/;

/** Returns a line for each API test that uses the inside of the server. */
export function reachBreaches(files: readonly { file: string; text: string }[]): string[] {
  return files
    .filter(({ file, text }) => file.startsWith('tests/api/') && REACH.test(text))
    .map(
      ({ file }) =>
        `${file}: reaches inside of the server: ask by calls, or share what needs the inside in tests/support`,
    );
}
