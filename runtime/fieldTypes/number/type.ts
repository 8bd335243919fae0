import type { FieldType } from '../../core/fieldType.ts';

export const number: FieldType = {
  title: { zh: '数字', en: 'Number' },
  json: ['number'],
  column: 'float8',
  compare: 'number',
  filter: 'number',
  isFigure: true,
  cell: 'number',
  cellHelp: { zh: '数字', en: 'A number' },
  control: 'number',
  fitsCell: true,
  makeSample: (index) => 42 + index * 2.5,
};
