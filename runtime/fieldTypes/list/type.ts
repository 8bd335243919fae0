import type { FieldType } from '../../core/fieldType.ts';

export const list: FieldType = {
  title: { zh: '列表', en: 'List' },
  json: ['array'],
  column: 'jsonb',
  compare: 'json',
  filter: null,
  cell: 'json',
  control: 'json',
  makeSample: () => [],
};
