import type { FieldType } from '../../core/fieldType.ts';

export const text: FieldType = {
  title: { zh: '文本', en: 'Text' },
  json: ['string'],
  column: 'text',
  compare: 'string',
  filter: 'text',
  cell: 'text',
  control: 'text',
  fitsCell: true,
  makeSample: () => '储能一号站',
};
