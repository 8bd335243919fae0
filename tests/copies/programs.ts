/** Adds the programs that use copies of records: the creation of demo records, and the tests. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Copies, numberedFile } from './copies.ts';
import { renameProgram } from './renaming.ts';

const DEMO = 'demo';
/** A file that is written beside the programs of the demo in the project with copies. */
const FOLLOWER = 'tests/copies/followLeave.ts';
/** Relative paths in the demo's programs are shorter by one folder. */
const [FROM_TESTS, FROM_DEMO] = ['../../', '../'];
const GUIDE = 'docs/guide/tests.md';
const DEMO_START = `${DEMO}/index.ts`;
/** The last call of the demo that runs in the background. */
const LAST_CALL = "await make('chargers', seedChargers(parts, asked));";
/** A copied program is beside its original, so the limit of a folder grows by the number of copies. */
const ROOM = { file: 'tests/checks/folderSize.ts', limit: /(?<=^const MAX_FILES = )\d+/m };
/** Copies of an order have no quote, because each quote belongs to one original order. */
const UNQUOTED = /^const UNQUOTED = \d+;$/m;

const repeatLines = (text: string, mark: string, copies: (line: string) => string[]): string =>
  text
    .split('\n')
    .flatMap((line) => (line.includes(mark) ? [line, ...copies(line)] : [line]))
    .join('\n');

function edit(root: string, file: string, change: (text: string) => string): void {
  const path = join(root, file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

/** Programs create leave by its balances, which copies lack. The copies follow the original leave instead. */
function followLeave(start: string, numbers: readonly number[]): string {
  const calls = numbers.map(
    (one) => `      await make('leave${one}', followLeave(parts, asked, 'leave${one}'));`,
  );
  const source = "import { followLeave } from './followLeave.ts';";
  return `${source}\n${start.replace(LAST_CALL, `${LAST_CALL}\n${calls.join('\n')}`)}`;
}

/** Adds the helpers of the copies to the index of helpers. */
function nameHelpers(guide: string, helpers: readonly string[], numbers: readonly number[]): string {
  const lines = guide.split('\n').flatMap((line) => {
    const own = helpers.filter((helper) => line.includes(`\`${helper}\``));
    // A function with the name of its file also gets the number of the copy.
    const copyName = (text: string, helper: string, one: number) =>
      text
        .replace(helper, numberedFile(helper, one))
        .replace(`\`${basename(helper, '.ts')}\``, `\`${basename(helper, '.ts')}${one}\``);
    const copyLine = (one: number) => own.reduce((text, helper) => copyName(text, helper, one), line);
    return own.length > 0 ? [line, ...numbers.map(copyLine)] : [line];
  });
  return lines.join('\n');
}

export function addPrograms(root: string, { families, numbers }: Copies): void {
  for (const { family, parts } of families) {
    const copyProgram = (file: string, number: number) => {
      const text = readFileSync(join(root, file), 'utf8').replace(UNQUOTED, 'const UNQUOTED = 1_000_000;');
      writeFileSync(join(root, numberedFile(file, number)), renameProgram(text, parts.names, number));
    };
    for (const number of numbers) {
      for (const name of family.demo) copyProgram(`${DEMO}/${name}.ts`, number);
      for (const test of family.tests) copyProgram(`tests/${test}`, number);
    }
    const copyLine = (line: string) => numbers.map((one) => renameProgram(line, parts.names, one));
    for (const [file, mark] of family.lines) edit(root, file, (text) => repeatLines(text, mark, copyLine));
  }
  edit(root, ROOM.file, (text) =>
    text.replace(ROOM.limit, (limit) => String(Number(limit) * (numbers.length + 1))),
  );
  edit(root, DEMO_START, (text) => followLeave(text, numbers));
  const follower = readFileSync(join(root, FOLLOWER), 'utf8').replaceAll(FROM_TESTS, FROM_DEMO);
  writeFileSync(join(root, DEMO, 'followLeave.ts'), follower);
  const helpers = families
    .flatMap(({ family }) => family.tests)
    .filter((test) => test.startsWith('support/'))
    .map((test) => `tests/${test}`);
  edit(root, GUIDE, (text) => nameHelpers(text, helpers, numbers));
}
