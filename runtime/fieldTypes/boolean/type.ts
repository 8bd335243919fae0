import type { FieldType } from '../../core/fieldType.ts';
import { YES_NO } from '../../core/numbers/format.ts';
import { pickText } from '../../core/text/pickText.ts';

export const boolean: FieldType = {
  title: { zh: '是或否', en: 'Yes or no' },
  json: ['boolean'],
  column: 'bool',
  compare: 'boolean',
  filter: 'yesNo',
  formatText: (value, { lang }) => pickText(YES_NO[value ? 0 : 1], lang),
  cell: 'yesNo',
  control: 'switch',
  fitsCell: true,
  makeSample: (index) => index % 3 !== 1,
};
