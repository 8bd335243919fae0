import { expect, it } from 'vitest';
import '../../../../runtime/core/definitions/allEntities.ts';
import { statistics } from '../../../../generated/statistics.ts';
import { figureText } from '../../../../runtime/record/figures/words.ts';

it('shows the mean of whole numbers with one decimal', () => {
  const textOf = (value: number) => figureText(statistics.worksheets, 'workMinutes', value, null, 'en');
  expect([textOf(109.444444), textOf(125)]).toEqual(['109.4 min', '125.0 min']);
});
