/** A document names only things that exist, and nothing that must not be printed. */
import { describe, expect, it } from 'vitest';
import { problemsOf, sealedField, text } from '../rackWith.ts';

const problems = (more: object) =>
  problemsOf(
    '/schema/properties/extra',
    sealedField({}),
    {
      documents: [
        {
          file: 'schemas/documents/sheet.json',
          value: { name: 'sheet', title: text, of: 'batteryRack', sections: [{ fields: ['name'] }], ...more },
        },
      ],
    },
    [],
    { rack: { type: 'integer', title: text, 'x-ref': 'batteryRack' } },
  )
    .filter(({ file }) => file.includes('sheet'))
    .map(({ pointer, message }) => [pointer, message] as const);

describe('a document', () => {
  it("may contain fields, the server's fields, and its own texts", () => {
    const sections = [
      { fields: ['name', 'createdAt', { field: 'price', as: 'capitals' }], columns: 1 },
      { text },
      { signatures: [text] },
    ];
    expect(problems({ sections, number: 'name' })).toEqual([]);
  });

  it('may list the records that refer to it, with the sums of their amounts', () => {
    const records = { of: 'batteryRack', by: 'rack', where: { level: 'A' }, sort: '-name' };
    expect(problems({ sections: [{ records, fields: ['name', 'price'], sum: ['price'] }] })).toEqual([]);
  });

  it('may list records with equal values', () => {
    const records = { of: 'batteryRack', match: { level: 'level', createdBy: 'createdBy' } };
    expect(problems({ sections: [{ records, fields: ['name'] }] })).toEqual([]);
  });

  it.each<[string, object, string, RegExp]>([
    [
      'records that share values of another kind',
      { sections: [{ records: { of: 'batteryRack', match: { level: 'createdBy' } }, fields: ['name'] }] },
      '/sections/0/records/match/level',
      /can never be equal/,
    ],
    [
      'records that have nothing to do with it',
      { sections: [{ records: { of: 'batteryRack' }, fields: ['name'] }] },
      '/sections/0/records',
      /is missing/,
    ],
    ['an unknown entity', { of: 'batteryRak' }, '/of', /use "batteryRack"/],
    ['a number that is no field', { number: 'nam' }, '/number', /use "name"/],
    ['a condition on no field', { where: { levl: 'A' } }, '/where/levl', /level/],
    ['an unknown field', { sections: [{ fields: ['nam'] }] }, '/sections/0/fields/0', /use "name"/],
    ['a sealed field', { sections: [{ fields: ['extra'] }] }, '/sections/0/fields/0', /is not a field/],
    [
      'a way beyond what is no reference',
      { sections: [{ fields: ['name.first'] }] },
      '/sections/0/fields/0',
      /does not lead to another record/,
    ],
    [
      'capitals of what is no amount',
      { sections: [{ fields: [{ field: 'name', as: 'capitals' }] }] },
      '/sections/0/fields/0/as',
      /not an amount/,
    ],
    [
      'lines that are none',
      { sections: [{ lines: 'rows', fields: ['a'] }] },
      '/sections/0/lines',
      /batteryRack/,
    ],
    [
      'records of an unknown entity',
      { sections: [{ records: { of: 'batteryRak', by: 'extra' }, fields: ['name'] }] },
      '/sections/0/records/of',
      /use "batteryRack"/,
    ],
    [
      'records that refer to something else',
      { sections: [{ records: { of: 'batteryRack', by: 'name' }, fields: ['name'] }] },
      '/sections/0/records/by',
      /is not a field/,
    ],
    [
      'sums of records that are no amounts',
      { sections: [{ records: { of: 'batteryRack', by: 'rack' }, fields: ['name'], sum: ['cells'] }] },
      '/sections/0/sum/0',
      /is not a field/,
    ],
    ['a section of nothing', { sections: [{ title: text }] }, '/sections/0', /shows nothing/],
    [
      'pictures of a field of words',
      { sections: [{ pictures: 'name' }] },
      '/sections/0/pictures',
      /is not a field/,
    ],
    ['a code of a figure', { sections: [{ qr: 'price' }] }, '/sections/0/qr', /is not a field/],
    [
      'an approval that nobody gives',
      { sections: [{ approval: true }] },
      '/sections/0/approval',
      /have no approval/,
    ],
    [
      'a label as Word',
      { size: 'label', formats: ['pdf', 'word'] },
      '/formats',
      /is not possible on a label/,
    ],
    [
      'what its kind does not read',
      { sections: [{ text, columns: 1 }] },
      '/sections/0/columns',
      /not read in a section with "text"/,
    ],
  ])('refuses %s', (_, more, pointer, message) => {
    expect(problems(more)).toEqual([[pointer, expect.stringMatching(message)]]);
  });
});

it('has links only to documents of its own entity', () => {
  const open = { route: '/rack', in: ['A'], fields: ['name'], until: 'createdAt', document: 'quotation' };
  const found = problemsOf('/public', open).filter(({ pointer }) => pointer === '/public/document');
  expect(found).toHaveLength(1);
});
