import type { FieldType } from '../../core/fieldType.ts';

/** Stars, from one to five; `maximum` allows another number of them. */
export const rating: FieldType = {
  title: { zh: '评分', en: 'Rating' },
  json: ['integer'],
  implied: { minimum: 1, maximum: 5 },
  formatText: (value, { field }) => `${value} / ${field.maximum}`,
  isDrawn: true,
  cellHelp: { zh: '评分（星数）', en: 'A rating: the number of stars' },
  control: 'rating',
  makeSample: (index) => (index % 5) + 1,
};
