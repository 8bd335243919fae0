import type { FieldType } from '../../core/fieldType.ts';

/** A year of the calendar: it counts nothing, so that it is read without separators and never summed. */
export const year: FieldType = {
  title: { zh: '年份', en: 'Year' },
  json: ['integer'],
  isFigure: false,
  formatText: String,
  formatLimit: String,
  cellHelp: { zh: '年份，如 2026', en: 'A year such as 2026' },
  control: 'number',
  fitsCell: true,
  makeSample: (index) => 2026 - index,
};
