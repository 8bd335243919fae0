/** Reminders and time limits name existing dates, states and transitions, once each. */
import { describe, expect, it } from 'vitest';
import { problemsOf, text } from '../rackWith.ts';

const field = (more: object = {}) => ({ type: 'string', title: text, ...more });
const to = { owner: true };

function problems(more: object, moves: object[] = [], others: { name: string }[] = []): string[] {
  const deed = {
    ...{
      name: 'deed',
      title: text,
      label: 'name',
      list: { columns: ['name'] },
      api: { base: '/manager/deed' },
    },
    schema: {
      type: 'object',
      properties: {
        name: field(),
        due: field({ format: 'date' }),
        at: field({ format: 'date-time' }),
        secret: field({ 'x-permission': 'deed:update' }),
        level: field({ 'x-dictionary': 'level' }),
      },
    },
    ...('limits' in more
      ? {
          states: {
            ...{ field: 'level', initial: 'B', limits: more.limits },
            transitions: [{ name: 'raise', title: text, from: ['B'], to: 'A' }, ...moves],
          },
        }
      : more),
  };
  return problemsOf('', undefined, {}, [deed, ...others])
    .filter(({ file }) => file.includes('deed'))
    .map(({ pointer, message }) => `${pointer} ${message}`);
}

const remind = (more: object) => problems({ remind: [{ field: 'due', before: 'P7D', to, text, ...more }] });

describe('a reminder', () => {
  it('is about a date, or a moment', () => {
    expect(remind({})).toEqual([]);
    expect(remind({ field: 'at', before: 'PT2H' })).toEqual([]);
    expect(remind({ field: 'name' })).toEqual([expect.stringContaining('/remind/0/field')]);
    expect(remind({ before: 'PT2H' })).toEqual([expect.stringContaining('/remind/0/before is about a day')]);
    expect(remind({ field: 'at', at: '09:00' })).toEqual([expect.stringContaining('/remind/0/at')]);
  });

  it('has exactly one valid span', () => {
    for (const wrong of [{ before: '7 days' }, { before: 'P0D' }, { after: 'P1D' }, { before: undefined }])
      expect(remind(wrong)).not.toEqual([]);
  });

  it('notifies existing people, with text that everyone may read', () => {
    expect(remind({ to: { fields: ['nobody'] } })).toEqual([
      expect.stringContaining('/remind/0/to/fields/0'),
    ]);
    expect(remind({ text: { zh: '{secret}', en: '{secret}' } })).toHaveLength(2);
    expect(remind({ text: { zh: '{userName}', en: 'x' } })).toHaveLength(1);
    expect(remind({ if: { properties: { levle: {} } } })).toEqual([expect.stringContaining('/remind/0/if')]);
  });

  it('is there once', () => {
    const one = { field: 'due', before: 'P7D', to, text };
    expect(problems({ remind: [one, { ...one, to: { manager: true } }] })).toEqual([
      expect.stringContaining('/remind/1'),
    ]);
  });
});

describe('the retention of records', () => {
  const keepProblems = (more: object) => problems({ keep: { field: 'at', days: 30, ...more } });

  it('begins at a moment, and may be for some values only', () => {
    expect([...keepProblems({}), ...keepProblems({ where: { level: 'B' } })]).toEqual([]);
    expect(keepProblems({ field: 'due' })).toEqual([expect.stringMatching(/keep\/field .*at/)]);
    expect(keepProblems({ where: { levle: 'B' } })).toEqual([
      expect.stringMatching(/keep\/where\/levle .*level/),
    ]);
    expect(keepProblems({ days: 0 })).not.toEqual([]);
  });

  it('is refused for records that others refer to', () => {
    const child = {
      ...{
        name: 'child',
        title: text,
        label: 'name',
        list: { columns: ['name'] },
        api: { base: '/manager/child' },
      },
      schema: {
        type: 'object',
        properties: { name: field(), deedId: { type: 'integer', title: text, 'x-ref': 'deed' } },
      },
    };
    expect(problems({ keep: { field: 'at', days: 30 } }, [], [child])).toEqual([
      expect.stringMatching(/^\/keep .*"child"/),
    ]);
  });
});

describe('a time limit', () => {
  const limit = (more: object, moves: object[] = []) =>
    problems({ limits: [{ in: ['B'], after: 'P3D', move: 'raise', ...more }] }, moves);

  it('leads from its states by a transition, or notifies people', () => {
    expect(limit({})).toEqual([]);
    expect(limit({ move: undefined, to, text, working: true })).toEqual([]);
    expect(limit({ in: ['C'] }).join()).toContain('/states/limits/0/in/0');
    expect(limit({ in: ['A'] }).join()).toContain('the transition "raise" does not begin there');
    expect(limit({ move: 'rise' }).join()).toContain('/states/limits/0/move');
  });

  it('has an effect, and needs no input', () => {
    expect(limit({ move: undefined })).not.toEqual([]);
    expect(limit({ to })).not.toEqual([]);
    const transition = { name: 'ask', title: text, from: ['B'], to: 'A' };
    const form = { type: 'object', properties: { why: field() }, required: ['why'] };
    expect(limit({ move: 'ask' }, [{ ...transition, form }]).join()).toContain('a form for a person');
    expect(limit({ working: true, after: 'PT3H' }).join()).toContain('/states/limits/0/working');
  });
});
