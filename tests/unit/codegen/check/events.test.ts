/** An event has possible actions, sends only what every recipient may see, and never triggers itself. */
import { describe, expect, it } from 'vitest';
import { problemsOf, text } from '../rackWith.ts';

const field = (more: object = {}) => ({ type: 'string', title: text, ...more });
const entity = (name: string, more: object = {}) => ({
  ...{ name, title: text, label: 'name', list: { columns: ['name'] }, api: { base: `/manager/${name}` } },
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: field(),
      secret: field({ 'x-permission': `${name}:update` }),
      level: field({ 'x-dictionary': 'level' }),
      deedId: { type: 'integer', title: text, 'x-ref': 'deed' },
      rows: {
        type: 'array',
        title: text,
        items: {
          type: 'object',
          properties: { otherId: { type: 'integer', title: text, 'x-ref': 'other' } },
        },
      },
    },
  },
  states: {
    field: 'level',
    initial: 'B',
    transitions: [{ name: 'raise', title: text, from: ['B'], to: 'A' }],
  },
  ...more,
});

const make = (of: string) => ({ do: 'create', entity: of, values: { name: 'name' } });

function problems(on: object[], other: object = {}, deed: object = {}): string[] {
  return problemsOf('', undefined, {}, [entity('deed', { on, ...deed }), entity('other', other)])
    .filter(({ file }) => /deed|other/.test(file))
    .map(({ pointer, message }) => `${pointer} ${message}`);
}
const doing = (effect: object, more: object = {}) => problems([{ when: 'created', do: [effect], ...more }]);

describe('an event', () => {
  it('must be possible, with existing fields', () => {
    expect(problems([{ when: 'transition:raise', do: [make('other')] }])).toEqual([]);
    expect(problems([{ when: 'updated', fields: ['level'], do: [make('other')] }])).toEqual([]);
    expect(problems([{ when: 'transition:rise', do: [make('other')] }])).toEqual([
      expect.stringContaining('/on/0/when cannot be "transition:rise": use "transition:raise"'),
    ]);
    expect(problems([{ when: 'moved', do: [make('other')] }])[0]).toContain('/on/0/when');
    expect(problems([{ when: 'updated', fields: ['levl'], do: [make('other')] }])[0]).toContain(
      '/on/0/fields/0',
    );
    expect(doing(make('other'), { fields: ['level'] })[0]).toContain('/on/0/fields distinguishes changes');
    expect(doing(make('other'), { if: { required: ['nobody'] } })[0]).toContain('/on/0/if');
  });

  it('moves the record itself after a change that a condition describes', () => {
    const itself = { do: 'move', of: 'id', transitions: ['raise'] };
    expect(problems([{ when: 'became', if: "name = 'x'", do: [itself] }])).toEqual([]);
    expect(problems([{ when: 'became', do: [itself] }])).toEqual([expect.stringContaining('/on/0 ')]);
    expect(
      problems([{ when: 'became', if: "name = 'x'", do: [{ ...itself, transitions: ['rise'] }] }])[0],
    ).toContain('"raise"');
    expect(doing(itself)[0]).toContain('/on/0/do/0/of');
  });

  it('has the effects of a transition, except setting a value of the record itself', () => {
    expect(doing({ do: 'assign', field: 'name', value: "'x'" })[0]).toContain('/on/0/do/0/do would change');
    expect(doing({ do: 'update', of: 'name', values: { name: "'x'" } })[0]).toContain('/on/0/do/0/of');
    expect(doing({ do: 'update', each: 'rows', of: 'otherId', values: { name: 'each.otherId' } })).toEqual(
      [],
    );
    expect(doing({ do: 'update', each: 'rows', of: 'deedId', values: { name: "'x'" } })[0]).toContain('/of');
    expect(doing({ do: 'notify', to: { fields: ['nobody'] }, text })[0]).toContain('/on/0/do/0/to/fields/0');
  });

  it('notifies the people of records that refer to it by an indexed field', () => {
    const indexed = { indexes: [['deedId']] };
    const notify = (more: object, other: object = indexed) =>
      problems(
        [{ when: 'created', do: [{ do: 'notify', of: 'other.deedId', to: { owner: true }, text, ...more }] }],
        other,
      );
    expect(notify({})).toEqual([]);
    expect(notify({ where: "level = 'A'", to: { fields: ['deedId'] } })).toEqual([]);
    expect(notify({}, {})[0]).toContain('write ["deedId"] into "indexes" of other');
    expect(notify({ of: 'othr.deedId' })[0]).toContain('/on/0/do/0/of');
    expect(notify({ of: 'other.name' })[0]).toContain('use deedId');
    expect(notify({ where: "level = 'C'" })[0]).toContain('/on/0/do/0/where');
    expect(notify({ to: { fields: ['nobody'] } })[0]).toContain('/on/0/do/0/to/fields/0');
    expect(notify({ of: undefined, where: "level = 'A'" })[0]).toContain('/on/0/do/0');
  });

  it('changes and moves records that refer to it by an indexed field, without cycles', () => {
    const lift = {
      ...{ name: 'lift', title: text, from: ['B'], to: 'A' },
      form: { properties: { why: field({ minLength: 1 }) }, required: ['why'] },
    };
    const transitions = [{ name: 'raise', title: text, from: ['B'], to: 'A' }, lift];
    const other = { indexes: [['deedId']], states: { field: 'level', initial: 'B', transitions } };
    const back = (effect: object, more: object = other) =>
      problems([{ when: 'created', do: [{ of: 'other.deedId', ...effect }] }], more);
    const change = { do: 'update', values: { name: 'name' } };
    const move = { do: 'move', transitions: ['raise'] };
    expect([...back(change), ...back(move)]).toEqual([]);
    expect(back({ ...change, where: "level = 'A'" })).toEqual([]);
    expect(back({ ...move, transitions: ['lift'], form: { why: 'name' } })).toEqual([]);
    expect(back(change, {})[0]).toContain('write ["deedId"] into "indexes" of other');
    expect(back({ ...change, of: 'other.name' })[0]).toContain('/of is not a field of other: use deedId');
    expect(back({ ...move, of: 'othr.deedId' })[0]).toContain('/on/0/do/0/of');
    expect(back({ ...move, where: "level = 'C'" })[0]).toContain('/on/0/do/0/where');
    expect(back({ ...change, each: 'rows' })[0]).toContain('/each goes through rows of this record');
    expect(back({ ...change, values: { nme: 'name' } })[0]).toContain('/values/nme');
    expect(back({ ...change, of: 'deedId', where: "level = 'A'" })[0]).toContain(
      '/where is for records that',
    );
    expect(back({ ...move, transitions: ['lift'] })[0]).toContain(
      '"lift" asks for why: write it into "form"',
    );
    expect(back({ ...move, form: { why: 'name' } })[0]).toContain('/form/why is not a field of other');
    const follow = { do: 'update', of: 'deedId', values: { name: 'name' } };
    const circle = [{ when: 'updated', do: [follow] }];
    expect(
      problems([{ when: 'updated', do: [{ ...change, of: 'other.deedId' }] }], { ...other, on: circle })[0],
    ).toContain('leads back to itself: deed:updated → other:updated → deed:updated');
  });

  it('sends no field that is hidden from any user', () => {
    expect(doing({ do: 'webhook', channel: 'ERP', fields: ['name'] })).toEqual([]);
    expect(doing({ do: 'webhook', channel: 'ERP', fields: ['secret'] })[0]).toContain('/on/0/do/0/fields/0');
  });

  it('never causes itself, through any number of others and their transitions', () => {
    const first = { when: 'created', do: [make('other')] };
    expect(problems([first], { on: [{ when: 'created', do: [make('deed')] }] })).toEqual([
      expect.stringContaining('/on/0/do leads back to itself: deed:created → other:created → deed:created'),
      expect.stringContaining('/on/0/do leads back to itself: other:created → deed:created → other:created'),
    ]);
    const self = { do: 'update', of: 'deedId', values: { name: "'x'" } };
    expect(problems([{ when: 'updated', do: [self] }])[0]).toContain('deed:updated → deed:updated');
    const raise = { name: 'raise', title: text, from: ['B'], to: 'A', effects: [make('other')] };
    const states = { field: 'level', initial: 'B', transitions: [raise] };
    const move = { do: 'move', of: 'deedId', transitions: ['raise'] };
    expect(problems([], { on: [{ when: 'created', do: [move] }] }, { states, on: undefined })).toEqual([
      expect.stringContaining('other:created → deed:transition:raise → other:created'),
    ]);
    expect(
      problems([{ when: 'updated', do: [make('other')] }], { on: [{ when: 'deleted', do: [make('deed')] }] }),
    ).toEqual([]);
  });
});
