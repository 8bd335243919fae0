import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readCommits, subjectBreaches } from '../../checks/commitSubjects.ts';

const breachOf = (subject: string, hash = '1234567890'): string | undefined =>
  subjectBreaches([{ hash, subject }])[0];

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

it('leaves out the one that was written before', () => {
  expect(breachOf('Anything', '9038090b5e707639fed9724b8836691d75357fde')).toBeUndefined();
});

it('reads the subjects of a history, and says where there is none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wattdeck-history-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect(readCommits(folder)).toBeNull();
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { stdio: 'ignore' });
  git('init');
  const author = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];
  git(...author, 'commit', '--allow-empty', '-m', 'alarms: raise them once');
  expect(readCommits(folder)).toEqual([
    { hash: expect.stringMatching(/^[0-9a-f]{40}$/), subject: 'alarms: raise them once' },
  ]);
});
