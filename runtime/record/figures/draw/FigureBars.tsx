import type { CSSProperties } from 'react';
import { formatNumber } from '../../../core/numbers/format.ts';
import { useLang, useT } from '../../../kit/i18n/index.ts';
import { rowName } from '../rowName.ts';
import type { ShownProps } from '../shown.ts';
import texts from '../texts.json';
import { figureText, type StatisticRow } from '../words.ts';
import { Change } from './Change.tsx';
import { FigureLink } from './FigureLink.tsx';
import { inSteps, sharesOfSteps } from './funnel.ts';

const PERCENT = 100;

/** Returns the lengths of the bars relative to the longest, and the shares of a funnel's steps. */
function measureBars(rows: readonly StatisticRow[], figure: string) {
  const values = rows.map(({ figures }) => Number(figures[figure] ?? 0));
  const most = Math.max(...values.map(Math.abs));
  const shares = sharesOfSteps(values);
  return values.map((value, at) => ({
    length: most > 0 ? Math.abs(value) / most : 0,
    share: shares[at] ?? null,
  }));
}

/** Shows a bar for each row: a ranking, or a funnel with shares. */
export function FigureBars({
  statistic,
  answer,
  figures,
  kind,
  drill,
}: ShownProps & { kind: 'ranking' | 'funnel' }) {
  const t = useT(texts);
  const lang = useLang();
  const [figure = ''] = figures;
  const shown = kind === 'funnel' ? inSteps(statistic, answer) : answer.rows;
  // Amounts in different currencies are not comparable.
  const groups = [...Map.groupBy(shown, ({ currency }) => currency).values()];
  return (
    <ol className="wd-statistic-bars" data-kind={kind}>
      {groups.flatMap((rows) => {
        const bars = measureBars(rows, figure);
        return rows.map((row, at) => {
          const { length, share } = bars[at]!;
          const name = rowName(statistic, answer.by, row, lang, t('figures.none'));
          return (
            <li key={name}>
              {kind === 'ranking' && <span className="wd-statistic-place">{row.place}</span>}
              <span className="wd-statistic-name" title={name}>
                <FigureLink {...{ drill, row, figure }}>{name}</FigureLink>
              </span>
              <span className="wd-statistic-value">
                {figureText(statistic, figure, row.figures[figure], row.currency, lang)}
                {kind === 'funnel' && share !== null && (
                  <small> {formatNumber(share * PERCENT, { decimals: 1 })}%</small>
                )}
                <Change change={row.change?.[figure]} />
              </span>
              <span
                className="wd-statistic-track"
                aria-hidden="true"
                style={{ '--wd-statistic-length': `${length * PERCENT}%` } as CSSProperties}
              />
            </li>
          );
        });
      })}
    </ol>
  );
}
