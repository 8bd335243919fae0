import type { FieldType } from '../../core/fieldType.ts';
import { formatNumber } from '../../core/numbers/format.ts';

/** Format of a mean rating. */
const MEAN = { decimals: 1 };

/** A rating from one to five stars, or up to `maximum`. */
export const rating: FieldType = {
  title: { zh: '评分', en: 'Rating' },
  json: ['integer'],
  implied: { minimum: 1, maximum: 5 },
  formatText: (value, { field }) =>
    `${formatNumber(Number(value), Number.isInteger(Number(value)) ? {} : MEAN)} / ${field.maximum}`,
  isDrawn: true,
  cellHelp: { zh: '评分（星数）', en: 'A rating: the number of stars' },
  control: 'rating',
  makeSample: (index) => (index % 5) + 1,
};
