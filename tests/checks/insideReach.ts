/**
 * A test of the API sets its data up by calls, or by what tests share (tests/support): a room of the server can then be
 * moved or rewritten without its tests.
 */

const REACH = /(?:from|import\()\s*'(?:\.\.\/)+server\/|\.app\b|\{ app\b/;

/** A line for each API test that reaches inside. */
export function reachBreaches(files: readonly { file: string; text: string }[]): string[] {
  return files
    .filter(({ file, text }) => file.startsWith('tests/api/') && REACH.test(text))
    .map(
      ({ file }) =>
        `${file}: reaches inside of the server: ask by calls, or share what needs the inside in tests/support`,
    );
}
