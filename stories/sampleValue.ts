/** Returns plausible values for fields of every type, so that a story shows a realistic form. */
import type { Field } from '../generated/definition.ts';
import { dictionaries } from '../generated/dictionaries.ts';
import { fieldTypeOf } from '../runtime/fieldTypes/index.ts';

const BY_CONTROL: Record<string, unknown> = {
  deviceVariable: ['INV1', 'INV1-power'],
  map: [120.1551, 30.2741],
  imageUrl: 'https://example.com/plant.jpg',
  json: { interval: 60, keys: ['power', 'soc'] },
  formula: '[INV1-power] + [INV2-power]',
  region: '浙江省/杭州市',
  statistic: {
    statistic: 'customers',
    by: ['month'],
    figures: ['customers'],
    filter: JSON.stringify({ and: [{ field: 'state', op: 'in', value: ['deal'] }] }),
  },
  records: { entity: 'customer', columns: ['name', 'state'], sort: '-createdAt', size: 10 },
};

function withinLimits({ minimum, maximum, maxLength }: Field, value: unknown): unknown {
  if (typeof value === 'number') return Math.max(minimum ?? value, Math.min(maximum ?? value, value));
  return typeof value === 'string' ? value.slice(0, maxLength) : value;
}

export function sampleValue(field: Field): unknown {
  if (field.default !== undefined) return field.default;
  if (field['x-control'] && field['x-control'] in BY_CONTROL) return BY_CONTROL[field['x-control']];
  if (field['x-ref']) return field['x-refKey'] ? 'ST-01' : 1;
  const options =
    field['x-options'] ??
    (dictionaries as Record<string, { entries: { value: unknown }[] }>)[field['x-dictionary'] ?? '']?.entries;
  if (options) return options[0]?.value;
  if (field.format) return withinLimits(field, fieldTypeOf(field).makeSample(0));
  switch (field.type) {
    case 'object':
      return sampleRecord(field);
    case 'array':
      return field.items
        ? [sampleValue(field.items), ...(field.items.type === 'object' ? [sampleValue(field.items)] : [])]
        : [];
    default:
      return withinLimits(field, fieldTypeOf(field).makeSample(0));
  }
}

export function sampleRecord(schema: Field): Record<string, unknown> {
  const entries = Object.entries(schema.properties ?? {}).filter(([, field]) => field.format !== 'image');
  return Object.fromEntries(entries.map(([name, field]) => [name, sampleValue(field)]));
}
