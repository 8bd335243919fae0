import type { FieldType } from '../../core/fieldType.ts';

export const integer: FieldType = {
  title: { zh: '整数', en: 'Whole number' },
  json: ['integer'],
  column: 'int8',
  compare: 'integer',
  filter: 'number',
  isFigure: true,
  cell: 'number',
  cellHelp: { zh: '整数', en: 'A whole number' },
  control: 'number',
  fitsCell: true,
  makeSample: (index) => 42 + index * 37,
};
