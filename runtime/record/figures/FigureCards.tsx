import { useLang, useT, useText } from '../../kit/i18n/index.ts';
import { Change } from './Change.tsx';
import type { ShownProps } from './shown.ts';
import texts from './texts.json';
import { figureText, titleOf } from './words.ts';

/** The figures over all records: each with what it was before, one line of them for each currency. */
export function FigureCards({ statistic, answer, figures, compare }: ShownProps) {
  const t = useT(texts);
  const text = useText();
  const lang = useLang();
  return answer.totals.map(({ currency, figures: values, before, change }) => (
    <dl className="wd-statistic-cards" key={currency}>
      {figures.map((name) => (
        <div key={name}>
          <dt>{text(titleOf(statistic, name))}</dt>
          <dd>{figureText(statistic, name, values[name], currency, lang)}</dd>
          {before && (
            <dd className="wd-statistic-before">
              <Change change={change?.[name]} />{' '}
              {t(compare === 'year' ? 'figures.year' : 'figures.before', {
                figure: figureText(statistic, name, before[name], currency, lang),
              })}
            </dd>
          )}
        </div>
      ))}
    </dl>
  ));
}
