import type { FieldType } from '../../core/fieldType.ts';

/** A percentage: 45 is shown as 45%. */
export const percent: FieldType = {
  title: { zh: '百分比', en: 'Percent' },
  json: ['number', 'integer'],
  isFigure: true,
  unit: '%',
  cellHelp: { zh: '数字', en: 'A number' },
  control: 'percent',
  fitsCell: true,
  makeSample: (index) => (45 + index * 7) % 100,
};
