/** The index of the guide to tests names every helper file, and only existing functions. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROW = /^\| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm;
const CODE = /`([^`]+)`/g;

const codesIn = (text: string): string[] => [...text.matchAll(CODE)].map(([, code = '']) => code);

const index = readFileSync('docs/guide/tests.md', 'utf8').split('## I need …')[1]?.split('\n## ')[0] ?? '';
const rows = [...index.matchAll(ROW)]
  .slice(1)
  .map(([, helpers = '', files = '']) => ({ helpers: codesIn(helpers), files: codesIn(files) }))
  .filter(({ files }) => files.length > 0);

/** Parts of other helpers, and programs that they start. A folder stands for everything in it. */
const PARTS = [
  'server/postgres/databases.ts',
  'server/postgres/statementWatch.ts',
  'server/run/runHome.ts',
  'server/run/runKeeper.ts',
  'server/run/runSetup.ts',
  'server/run/template.ts',
  'server/run/templates.ts',
  'server/password.ts',
  'server/patience.ts',
  'browser/chromium.ts',
  'browser/chromiumSetup.ts',
  'browser/language.ts',
  'hostile/threadMeter.ts',
  'project/workerTasks.ts',
  'telemetry/statisticCases/',
].map((file) => `tests/support/${file}`);

describe('the index of helpers', () => {
  it.each(rows)('names existing ones: $helpers in $files', ({ helpers, files }) => {
    const texts = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    for (const helper of helpers)
      expect(texts).toMatch(new RegExp(`^export (async )?(function|const) ${helper}\\b`, 'm'));
  });

  it('names every file of helpers', () => {
    const files = globSync('tests/support/**/*.ts').map((file) => file.replaceAll('\\', '/'));
    const named = [...rows.flatMap((row) => row.files), ...PARTS];
    expect(files.filter((file) => !named.some((name) => file.startsWith(name)))).toEqual([]);
  });
});
