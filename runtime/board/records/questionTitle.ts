/** Derives the title of a widget without a title from its request for records. */

import { entityRegistry } from '../../core/definitions/entities.ts';
import { statisticRegistry } from '../../core/definitions/statistics.ts';
import { type Lang, languageOf } from '../../core/text/lang.ts';
import { pickText } from '../../core/text/pickText.ts';
import { type FigureQuestion, listAskedFigures, splitAsked } from '../../record/figures/question.ts';
import { titleOf } from '../../record/figures/words.ts';

/** Joins the titles of the figures and of the fields that split them. Undefined without a statistic. */
export function figuresTitle(question: FigureQuestion, lang: Lang): string | undefined {
  const statistic = statisticRegistry.get(question.statistic ?? '');
  if (!statistic) return undefined;
  const titles = (names: readonly string[]) => names.map((name) => pickText(titleOf(statistic, name), lang));
  const figures = titles(listAskedFigures(statistic, question)).join(languageOf(lang).comma);
  return [figures, ...titles(splitAsked(statistic, question))].join(' · ');
}

/** Returns the title of the entity. Undefined if the entity does not exist. */
export const recordsTitle = (entity: string | undefined, lang: Lang): string | undefined =>
  pickText(entityRegistry.get(entity ?? '')?.title, lang);
