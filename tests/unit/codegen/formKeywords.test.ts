import { describe, expect, it } from 'vitest';
import { generate } from '../../../codegen/generate.ts';
import { batteryRack, LEVEL_FILE, level, projectWith, RACK_FILE } from './fixture.ts';

const text = (word: string) => ({ zh: word, en: word });
const rack = (properties: Record<string, unknown>) => {
  const { schema, ...rest } = batteryRack() as { schema: { properties: Record<string, unknown> } };
  return { ...rest, schema: { ...schema, properties: { ...schema.properties, ...properties } } };
};

async function generated(properties: Record<string, unknown>): Promise<Record<string, string>> {
  return generate(projectWith({ [LEVEL_FILE]: level, [RACK_FILE]: rack(properties) }));
}

describe('x-pairedField', () => {
  it('must name a field beside it', async () => {
    const place = {
      type: 'number',
      title: text('Longitude'),
      'x-control': 'map',
      'x-pairedField': 'latitude',
    };
    await expect(generated({ longitude: place })).rejects.toThrow(
      /longitude\/x-pairedField: names "latitude", which is not a property beside it/,
    );
    await generated({ longitude: place, latitude: { type: 'number', title: text('Latitude') } });
  });
});
