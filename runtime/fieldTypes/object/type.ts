import type { FieldType } from '../../core/fieldType.ts';

export const object: FieldType = {
  title: { zh: '对象', en: 'Object' },
  json: ['object'],
  column: 'jsonb',
  compare: 'json',
  filter: null,
  cell: 'json',
  control: 'json',
  makeSample: () => ({}),
};
