/** Plausible values for fields of every type, so that a story shows a form as people see it. */
import type { Field } from '../generated/definition.ts';
import { dictionaries } from '../generated/dictionaries.ts';

const BY_FORMAT: Record<string, unknown> = {
  date: '2026-11-21',
  'date-time': '2026-11-21T08:30:00Z',
  time: '08:30',
  email: 'li.wei@example.com',
  uri: 'https://example.com/site',
  uuid: '0b0e7a52-6f0f-4a3b-9a51-0d6d2d6f2f10',
  money: '128450.50',
  color: '#409EFF',
  icon: 'battery',
  phone: '+86 571 8888 0000',
  timezone: 'Asia/Shanghai',
  html: '<p>每周一巡检。</p>',
  file: '/admin/sys-file/t1/0123456789abcdef0123456789abcdef.pdf#%E5%90%88%E5%90%8C.pdf',
  cron: '0 8 * * 1-5',
};

const BY_CONTROL: Record<string, unknown> = {
  deviceVariable: ['INV1', 'INV1-power'],
  map: [120.1551, 30.2741],
  imageUrl: 'https://example.com/plant.jpg',
  json: { interval: 60, keys: ['power', 'soc'] },
  formula: '[INV1-power] + [INV2-power]',
  region: '浙江省/杭州市',
};

export function sampleValue(field: Field): unknown {
  if (field.default !== undefined) return field.default;
  if (field['x-control'] && field['x-control'] in BY_CONTROL) return BY_CONTROL[field['x-control']];
  if (field['x-ref']) return field['x-refKey'] ? 'ST-01' : 1;
  const options =
    field['x-options'] ??
    (dictionaries as Record<string, { entries: { value: unknown }[] }>)[field['x-dictionary'] ?? '']?.entries;
  if (options) return options[0]?.value;
  if (field.format && field.format in BY_FORMAT) return BY_FORMAT[field.format];
  switch (field.type) {
    case 'object':
      return sampleRecord(field);
    case 'array':
      return field.items
        ? [sampleValue(field.items), ...(field.items.type === 'object' ? [sampleValue(field.items)] : [])]
        : [];
    case 'boolean':
      return true;
    case 'number':
    case 'integer':
      return Math.max(field.minimum ?? 0, Math.min(field.maximum ?? 42, 42));
    default:
      return '储能一号站'.slice(0, field.maxLength);
  }
}

export function sampleRecord(schema: Field): Record<string, unknown> {
  const entries = Object.entries(schema.properties ?? {}).filter(([, field]) => field.format !== 'image');
  return Object.fromEntries(entries.map(([name, field]) => [name, sampleValue(field)]));
}
