import { join } from 'node:path';
import { createCheck } from '../../../codegen/check.ts';
import type { Definitions } from '../../../codegen/definition/definition.ts';
import { loadMetas } from '../../../codegen/load.ts';
import { batteryRack, LEVEL_FILE, level, RACK_FILE } from './fixture.ts';

const check = createCheck(loadMetas(join(import.meta.dirname, '../../..')));
export const text = { zh: '文', en: 'Text' };

/** Returns the problems of the rack with one change. `path` leads to the changed place, and undefined removes it. */
export function problemsOf(
  path: string,
  value: unknown,
  more: Partial<Record<keyof Definitions, object>> = {},
  beside: readonly { name: string }[] = [],
  fields: object = {},
) {
  const rack = structuredClone(
    batteryRack({
      ui: { sections: [{ title: text, fields: ['name', 'cells'] }] },
      list: { columns: ['name'], search: ['name'] },
    }),
  );
  Object.assign((rack.schema as { properties: object }).properties, {
    price: { type: 'string', title: text, format: 'money' },
    lines: {
      type: 'array',
      title: text,
      items: { type: 'object', properties: { cost: { type: 'string', title: text, format: 'money' } } },
    },
    ...fields,
  });
  const parts = path.split('/').filter(Boolean);
  const last = parts.pop();
  let place = rack as Record<string, never>;
  for (const part of parts) place = place[part] ??= {} as never;
  if (last && value === undefined) delete place[last];
  else if (last) place[last] = value as never;
  const definitions = {
    entities: [
      { file: RACK_FILE, value: rack },
      ...beside.map((one) => ({ file: `schemas/entities/${one.name}.json`, value: one })),
    ],
    dictionaries: [{ file: LEVEL_FILE, value: level }],
    pages: [],
    widgets: [],
    fields: [],
    widgetOptions: [],
    dashboards: [],
    imports: [],
    statistics: [],
    documents: [],
    calls: [],
    ...more,
  } as unknown as Definitions;
  return check(definitions);
}

export const field = (more: object) => ({ type: 'string', title: text, ...more });
/** Returns a valid field whose values are sealed in the database. */
export const sealedField = (more: object) =>
  field({ readOnly: true, 'x-permission': 'batteryRack:update', 'x-sealed': true, ...more });
/** Returns the field of a computed number. */
export const figure = (computed: string) => ({ type: 'number', title: text, 'x-computed': computed });
export const NAME = '/schema/properties/name';
export const COSTS = 'accumulator + current.cost';
export const CELLS = '/schema/properties/cells';
export const EXTRA = '/schema/properties/extra';
