import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makePlan } from '../../run/plan.ts';
import { PARTS, partOf } from '../../run/rotation.ts';
import { SPINE, WALKS } from '../../run/spine.ts';

const files = Array.from({ length: 70 }, (_, at) => `tests/api/room/test${at}.test.ts`);
const nothing = { files: new Set<string>(), walks: false, names: [] };
const spine = new Set([files[0]!]);
const walks = new Set([files[1]!]);
const plan = (part: number, affected: Parameters<typeof makePlan>[0]['affected'] = nothing) =>
  makePlan({ files, affected, part, spine, walks });

describe('a plan', () => {
  it('runs all files over as many runs as there are parts', () => {
    const tried = Array.from({ length: PARTS }, (_, part) => [...plan(part).chosen.keys()]).flat();
    expect(new Set(tried)).toEqual(new Set(files));
  });

  it('skips the other files, and gives the reason for the chosen ones', () => {
    const part = (partOf(files[0]!) + 1) % PARTS;
    const { chosen, leftOut } = plan(part);
    expect([...chosen.keys(), ...leftOut].sort()).toEqual([...files].sort());
    expect(chosen.get(files[0]!)).toBe('spine');
    expect(chosen.get(files[1]!)).toBe('walk');
    for (const [file, reason] of chosen) if (reason === 'turn') expect(partOf(file)).toBe(part);
  });

  it('runs changed files in any part', () => {
    const part = (partOf(files[9]!) + 1) % PARTS;
    expect(plan(part, { ...nothing, files: new Set([files[9]!]) }).chosen.get(files[9]!)).toBe('changed');
  });

  it('runs everything if the changes are unknown', () => {
    expect(plan(0, null).leftOut).toEqual([]);
  });
});

it.each([...SPINE, ...WALKS])('%s is there', (file) => {
  expect(existsSync(file)).toBe(true);
});
