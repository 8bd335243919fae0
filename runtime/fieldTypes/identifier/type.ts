import type { FieldType } from '../../core/fieldType.ts';

/** An identifying number, such as a port. It is shown without separators and never summed. */
export const identifier: FieldType = {
  title: { zh: '编号', en: 'Identifier' },
  json: ['integer'],
  isFigure: false,
  formatText: String,
  formatLimit: String,
  cellHelp: { zh: '整数编号', en: 'A whole number' },
  control: 'number',
  fitsCell: true,
  makeSample: (index) => 40_001 + index,
};
