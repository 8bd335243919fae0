import { describe, expect, it } from 'vitest';
import { addGreen } from '../../run/record.ts';
import { NO_NOTES } from '../../run/runNotesReporter.ts';
import {
  ageLines,
  greenFiles,
  leftOutLines,
  planLines,
  resultLines,
  skippedLines,
  slowLines,
} from '../../run/summary.ts';

const result = (name: string, more: Partial<typeof NO_NOTES> = {}, passed = true) => ({
  name,
  passed,
  seconds: 12.34,
  notes: { ...NO_NOTES, ...more },
});
const plan = { chosen: new Map([['a', 'spine' as const]]), leftOut: ['b', 'c'] };
const rotation = { name: 'api', plan, walk: { whole: false, part: 2, names: [] }, isKnown: true };
const age = { step: 'api', commit: '0123456789', commits: 7 };
const green = { commit: '0123456789', seconds: 1 };

describe('the summary', () => {
  it('lists failures with their messages', () => {
    expect(resultLines([result('unit'), result('api', { failed: ['x: y'] }, false)])).toEqual([
      'ok     unit         12.3 s',
      'FAILED api          12.3 s',
      '       x: y',
      '1 passed, 1 failed',
    ]);
  });

  it('names each skipped test with its reason', () => {
    const skipped = ['tests/a.test.ts: curl – curl'];
    expect(skippedLines([result('api', { skipped })])).toEqual(['skipped: 1', `       ${skipped[0]}`]);
    expect(skippedLines([result('api')])).toEqual([]);
  });

  it('lists files that take more than a minute, and in a full run the slowest', () => {
    const results = [result('api', { seconds: { a: 61, b: 59, c: 90 } })];
    expect(slowLines(results, false).map((line) => line.trim())).toEqual([
      'files over 60 s:',
      '90.0 s c',
      '61.0 s a',
    ]);
    expect(slowLines(results, true)).toHaveLength(4);
  });

  it('contains part and seed, the reasons for files, and the commits of skipped ones', () => {
    expect(planLines(20_785, rotation).join('\n')).toMatch(
      /part 3 of 7, by the seed 20785[\s\S]*api: 1 files: 1 run always[\s\S]*2 are left out/,
    );
    expect(leftOutLines(rotation, { b: green, c: green })).toEqual([
      'api: left out, last green at 01234567:',
      '       b',
      '       c',
    ]);
  });

  it('lists the files without a failed test', () => {
    const seconds = { a: 1, b: 2, c: 3, d: 4 };
    const failed = ['b: some test\n    complaint', 'c\n    a hook'];
    expect(greenFiles({ ...NO_NOTES, seconds, failed, open: ['d'] })).toEqual({ a: 1 });
  });

  it('lists the full runs that are too old or missing', () => {
    expect(
      ageLines(
        [
          { ...age, commits: 301 },
          age,
          { ...age, commits: null },
          { step: 'unit', commit: '', commits: null },
        ],
        300,
      ),
    ).toEqual([
      'the last full run of api was 01234567, 301 commits ago: run "npm run test:full -- api"',
      'the last full run of unit was never: run "npm run test:full -- unit"',
    ]);
  });
});

describe('the record', () => {
  it('adds green files, keeps those of earlier runs, and removes deleted ones', () => {
    const before = { b: green, gone: green };
    expect(addGreen(before, { a: 3 }, 'z', (file) => file !== 'gone')).toEqual({
      a: { commit: 'z', seconds: 3 },
      b: green,
    });
  });
});
