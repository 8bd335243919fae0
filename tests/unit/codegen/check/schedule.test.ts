/** A schedule contains only keywords that are read and have an effect. */
import { describe, expect, it } from 'vitest';
import { problemsOf, text } from '../rackWith.ts';

const field = (more: object) => ({ type: 'string', title: text, ...more });
const fields = {
  name: field({}),
  rule: field({ format: 'rrule' }),
  start: field({ format: 'date' }),
  end: field({ format: 'date' }),
  days: field({ 'x-options': ['any', 'next'].map((value) => ({ value, title: text })) }),
  level: field({ 'x-dictionary': 'level' }),
};
const create = { entity: 'visit', values: { name: 'cat(name, $day)' } };

const entity = (name: string, more: object = {}) => ({
  ...{ name, title: text, label: 'name', list: { columns: ['name'] }, api: { base: `/manager/${name}` } },
  schema: { type: 'object', required: ['name'], properties: fields },
  ...more,
});

function problems(more: object, visit: object = {}): string[] {
  const schedule = { rule: 'rule', from: 'start', create, ...more };
  return problemsOf('', undefined, {}, [entity('tour', { schedule }), entity('visit', visit)])
    .filter(({ file }) => /tour|visit/.test(file))
    .map(({ pointer, message }) => `${pointer} ${message}`);
}

describe('a schedule', () => {
  it('has settings from fields or literal values', () => {
    expect(problems({ until: 'end', days: 'days' })).toEqual([]);
    expect(problems({ rule: 'FREQ=DAILY', from: '2026-01-01', days: 'skip', zone: 'Asia/Shanghai' })).toEqual(
      [],
    );
  });

  it.each([
    ['rule', 'name', 'rule'],
    ['rule', 'FREQ=HOURLY', 'rule'],
    ['from', 'tomorrow', 'start'],
    ['until', '2026-01-01', 'end'],
    ['days', 'level', 'days'],
    ['zone', 'Mars', 'UTC'],
    ['at', '25:00', '08:00'],
  ])('refuses "%s": "%s"', (name, value) => {
    const [problem] = problems({ [name]: value });
    expect(problem).toContain(`/schedule/${name} "${value}" is neither a suitable field nor a value`);
  });

  it('creates valid records', () => {
    expect(problems({ create: { entity: 'visits', values: {} } })[0]).toContain(
      '/schedule/create/entity is not the name of an entity',
    );
    expect(problems({ create: { entity: 'visit', values: {} } })[0]).toContain('"name"');
    expect(problems({ create: { entity: 'visit', values: { name: 'nobody' } } })[0]).toContain(
      '/schedule/create/values/name',
    );
  });

  it('has a time only if a value reads it', () => {
    expect(problems({ at: '08:00' })).toEqual([expect.stringContaining('/schedule/at has no effect')]);
  });

  it('names lines of the plan, and reads them', () => {
    const stop = entity('stop', {
      of: { field: 'tourId', as: 'stops', in: 'form', delete: 'with' },
      schema: {
        type: 'object',
        required: ['tourId', 'name'],
        properties: { tourId: { type: 'integer', title: text, 'x-ref': 'tour' }, name: field({}) },
      },
    });
    const problemsWith = (more: object, value: string): string[] => {
      const made = { entity: 'visit', values: { name: value } };
      const schedule = { rule: 'rule', from: 'start', create: made, ...more };
      return problemsOf('', undefined, {}, [entity('tour', { schedule }), entity('visit'), stop])
        .filter(({ file }) => /tour|visit|stop/.test(file))
        .map(({ pointer, message }) => `${pointer} ${message}`);
    };
    expect(problemsWith({ each: 'stops' }, 'each.name')).toEqual([]);
    expect(problemsWith({ turns: 'stops' }, 'turn.name')).toEqual([]);
    expect(problemsWith({ each: 'name' }, 'name')).toEqual([
      '/schedule/each is not the name of lines of this record: use stops',
    ]);
    expect(problemsWith({ turns: 'stops' }, 'name')).toEqual([
      expect.stringContaining('/schedule/turns has no effect: use a field of the line'),
    ]);
    expect(problemsWith({ each: 'stops' }, 'each.nobody').join()).toContain('/schedule/create/values/name');
    const own = {
      create: { entity: 'tour', values: { name: '$day' } },
      rule: 'FREQ=DAILY',
      from: '2026-01-01',
    };
    expect(problems({ ...own, each: 'stops' }).join()).toContain('/schedule/each needs a record');
  });

  it('never leads back to its own plan', () => {
    const back = { rule: 'rule', from: 'start', create: { entity: 'tour', values: { name: "'x'" } } };
    expect(problems({}, { schedule: back })).toEqual([
      expect.stringContaining('/schedule/create/entity leads back to tour'),
      expect.stringContaining('/schedule/create/entity leads back to visit'),
    ]);
  });

  it('of the tenant reads no record', () => {
    const own = { create: { entity: 'tour', values: { name: '$day' } } };
    expect(problems({ ...own, rule: 'FREQ=DAILY', from: '2026-01-01' })).toEqual([]);
    expect(problems(own).join()).toContain(
      '/schedule/rule is a field, and records that tour makes of itself',
    );
    const repeating = { ...own, rule: 'FREQ=DAILY', from: '2026-01-01', while: 'name != null' };
    expect(problems(repeating).join()).toContain('/schedule/while');
  });
});
