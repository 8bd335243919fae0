import { describe, expect, it } from 'vitest';
import { metaBreaches } from '../../checks/metaDescriptions.ts';

const breaches = (schema: object) =>
  metaBreaches('a.schema.json', JSON.stringify(schema)).map((line) => line.replace(/ .*/, ''));

describe('the descriptions of meta schemas', () => {
  it('are required at every property, however deep', () => {
    const plain = { type: 'string' };
    const described = { type: 'string', description: 'A name.' };
    expect(
      breaches({
        properties: {
          one: plain,
          two: described,
          three: { description: 'A list.', items: { oneOf: [{ properties: { four: plain } }] } },
        },
        $defs: { Part: { properties: { five: { $ref: 'text.schema.json' } } } },
      }),
    ).toEqual([
      'a.schema.json#/properties/one',
      'a.schema.json#/properties/three/items/oneOf/0/properties/four',
      'a.schema.json#/$defs/Part/properties/five',
    ]);
  });

  it('allow a property that is called "properties"', () => {
    expect(breaches({ properties: { properties: { type: 'object', description: 'The fields.' } } })).toEqual(
      [],
    );
  });
});
