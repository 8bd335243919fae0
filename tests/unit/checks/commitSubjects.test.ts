import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { AREAS, readCommits, subjectBreaches } from '../../checks/commitSubjects.ts';

const BEFORE = Date.parse('2026-11-29T03:00:00Z');
const AFTER = Date.parse('2026-11-29T05:00:00Z');
const breachOf = (subject: string, hash = '1234567890', writtenAt = BEFORE): string | undefined =>
  subjectBreaches([{ hash, subject, writtenAt }])[0];

it.each([
  'alarms: raise them once',
  'server, tests: bring up a second host',
  'docs/guide: say what a line is',
])('takes "%s"', (subject) => expect(breachOf(subject)).toBeUndefined());

it.each([
  ['What a board remembers is one person’s', 'does not begin with "area: "'],
  ['alarms: raises them once', 'write an imperative'],
  ['alarms: raised them once', 'write an imperative'],
  ['alarms: raising them once', 'write an imperative'],
  [`alarms: raise ${'them '.repeat(14)}once`, '72 are allowed'],
])('refuses "%s"', (subject, fault) => expect(breachOf(subject)).toContain(fault));

it.each(['alarms: raise them once', 'lists, records: read a line once'])(
  'takes the areas of "%s"',
  (subject) => expect(breachOf(subject, undefined, AFTER)).toBeUndefined(),
);

it('refuses an unlisted area in commits since the list exists', () => {
  const subject = 'alarms, gauges: raise them once';
  expect(breachOf(subject, undefined, AFTER)).toContain('has the area "gauges"');
  expect(breachOf(subject)).toBeUndefined();
});

it('has the areas of docs/writing.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/writing.md'), 'utf8');
  const listed = page.slice(page.indexOf('closed list'), page.indexOf('Several areas')).match(/`(\w+)`/g);
  expect(listed?.map((area) => area.slice(1, -1))).toEqual([...AREAS]);
});

it('ignores earlier commits', () => {
  expect(breachOf('Anything', '9038090b5e707639fed9724b8836691d75357fde')).toBeUndefined();
});

it('reads the subjects of a history, or returns null without one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wattdeck-history-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect(readCommits(folder)).toBeNull();
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { stdio: 'ignore' });
  git('init');
  const author = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];
  git(...author, 'commit', '--allow-empty', '-m', 'alarms: raise them once');
  expect(readCommits(folder)).toEqual([
    {
      hash: expect.stringMatching(/^[0-9a-f]{40}$/),
      subject: 'alarms: raise them once',
      writtenAt: expect.any(Number),
    },
  ]);
});
