import { useLang, useT, useText } from '../../../kit/i18n/index.ts';
import type { ShownProps } from '../shown.ts';
import texts from '../texts.json';
import { figureText, titleOf } from '../words.ts';
import { Change } from './Change.tsx';
import { FigureLink } from './FigureLink.tsx';

/** Shows the total figures with earlier values, in a separate line for each currency. */
export function FigureCards({ statistic, answer, figures, compare, drill }: ShownProps) {
  const t = useT(texts);
  const text = useText();
  const lang = useLang();
  return answer.totals.map((total) => {
    const { currency, figures: values, before, change } = total;
    return (
      <dl className="wd-statistic-cards" key={currency}>
        {figures.map((name) => (
          <div key={name}>
            <dt>{text(titleOf(statistic, name))}</dt>
            <dd>
              <FigureLink {...{ drill, row: total, figure: name }}>
                {figureText(statistic, name, values[name], currency, lang)}
              </FigureLink>
            </dd>
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
    );
  });
}
