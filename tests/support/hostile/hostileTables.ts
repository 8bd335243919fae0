/** Malicious CSV files. They must be read in pieces, in a time that grows at most in proportion to their length. */
const MEGABYTE = 1024 * 1024;
const COLUMNS = 100_000;
const HEADER = 'Time;Power\n2026-03-28 12:00;1\n';

const repeat = (text: string, bytes: number): string => text.repeat(Math.ceil(bytes / text.length));
const columns = (cell: (at: number) => string): string =>
  Array.from({ length: COLUMNS }, (_, at) => cell(at)).join(';');

export const HOSTILE_TABLES: Readonly<Record<string, () => string>> = {
  'one line of many megabytes': () => repeat('x', 12 * MEGABYTE),
  'one line of many megabytes behind good ones': () => HEADER + repeat('1;', 12 * MEGABYTE),
  'millions of empty lines': () => HEADER + '\n'.repeat(4_000_000),
  'nothing but empty lines': () => '\r\n'.repeat(3_000_000),
  'a quote that is never closed': () => `Time;Power\n"${repeat('2026-03-28 12:00;1\n', 8 * MEGABYTE)}`,
  'an unclosed quote in every line': () => HEADER + repeat('2026-03-28 12:00;"1\n', 8 * MEGABYTE),
  'only quotes': () => '"'.repeat(8 * MEGABYTE),
  'lines of quotes': () => HEADER + repeat(`${'"'.repeat(1001)}\n`, 8 * MEGABYTE),
  'a hundred thousand columns': () => {
    const names = columns((at) => (at === 0 ? 'Time' : at === 1 ? 'Power' : `c${at}`));
    return `${names}\n${`${columns(() => '1')}\n`.repeat(40)}`;
  },
  'a hundred thousand columns of one name': () => `Time;Power;${columns(() => 'x')}\n${columns(() => '')}\n`,
  'a line of nothing but separators': () => `${HEADER}${';'.repeat(MEGABYTE - 1)}\n`,
  'a thousand columns in every line': () => {
    const line = (cell: (at: number) => string) =>
      Array.from({ length: 1_000 }, (_, at) => cell(at)).join(';');
    return `${line((at) => (at === 0 ? 'Time' : `Power ${at}`))}\n${repeat(`${line(() => '1')}\n`, 8 * MEGABYTE)}`;
  },
  'only NUL bytes': () => '\0'.repeat(8 * MEGABYTE),
  'NUL bytes in every cell': () => HEADER + repeat('2026-03-28 12:00\0;\0\n', 8 * MEGABYTE),
};
