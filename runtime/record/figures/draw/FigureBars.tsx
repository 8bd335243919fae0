import type { CSSProperties } from 'react';
import { formatNumber } from '../../../core/numbers/format.ts';
import { useLang, useT } from '../../../kit/i18n/index.ts';
import { rowName } from '../rowName.ts';
import type { ShownProps } from '../shown.ts';
import texts from '../texts.json';
import { figureText, type StatisticRow } from '../words.ts';
import { Change } from './Change.tsx';
import { FigureLink } from './FigureLink.tsx';
import { inSteps } from './funnel.ts';

const PERCENT = 100;

/** The figure that a bar is measured against: the largest, or the one before it. */
function shareOf(rows: readonly StatisticRow[], at: number, figure: string) {
  const valueAt = (index: number) => Number(rows[index]?.figures[figure] ?? 0);
  const most = Math.max(...rows.map((_, index) => Math.abs(valueAt(index))));
  return {
    length: most > 0 ? Math.abs(valueAt(at)) / most : 0,
    kept: at > 0 && valueAt(at - 1) ? valueAt(at) / valueAt(at - 1) : null,
  };
}

/** A bar for each row: places of a ranking, or the steps of a funnel and what each keeps. */
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
  // Amounts of two currencies are not measured against each other.
  const groups = [...Map.groupBy(shown, ({ currency }) => currency).values()];
  return (
    <ol className="wd-statistic-bars" data-kind={kind}>
      {groups.flatMap((rows) =>
        rows.map((row, at) => {
          const { length, kept } = shareOf(rows, at, figure);
          const name = rowName(statistic, answer.by, row, lang, t('figures.none'));
          return (
            <li key={name}>
              {kind === 'ranking' && <span className="wd-statistic-place">{row.place}</span>}
              <span className="wd-statistic-name" title={name}>
                <FigureLink {...{ drill, row, figure }}>{name}</FigureLink>
              </span>
              <span className="wd-statistic-value">
                {figureText(statistic, figure, row.figures[figure], row.currency, lang)}
                {kind === 'funnel' && kept !== null && (
                  <small> {formatNumber(kept * PERCENT, { decimals: 1 })}%</small>
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
        }),
      )}
    </ol>
  );
}
