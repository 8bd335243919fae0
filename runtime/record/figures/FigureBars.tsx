import type { CSSProperties } from 'react';
import { formatNumber } from '../../core/format.ts';
import { useLang, useT } from '../../kit/i18n/index.ts';
import { Change } from './Change.tsx';
import type { ShownProps } from './shown.ts';
import texts from './texts.json';
import { figureText, keyText, type StatisticRow } from './words.ts';

const PERCENT = 100;

/** The figure that a bar is measured against: the largest, the sum, or the one before it. */
function shareOf(
  rows: readonly StatisticRow[],
  place: number,
  figure: string,
  kind: 'ranking' | 'share' | 'funnel',
) {
  const valueAt = (index: number) => Number(rows[index]?.figures[figure] ?? 0);
  const values = rows.map((_, index) => Math.abs(valueAt(index)));
  const most = Math.max(...values);
  const whole = kind === 'share' ? values.reduce((sum, value) => sum + value, 0) : most;
  return {
    length: whole > 0 ? Math.abs(valueAt(place)) / whole : 0,
    kept: place > 0 && valueAt(place - 1) ? valueAt(place) / valueAt(place - 1) : null,
  };
}

/** A bar for each row: places of a ranking, parts of a whole, or the steps of a funnel and what each keeps. */
export function FigureBars({
  statistic,
  answer,
  figures,
  kind,
}: ShownProps & { kind: 'ranking' | 'share' | 'funnel' }) {
  const t = useT(texts);
  const lang = useLang();
  const [figure = ''] = figures;
  const nameOf = (row: StatisticRow): string =>
    [
      ...answer.by.map((name) => keyText(statistic, name, row, lang) ?? t('figures.none')),
      ...(row.currency ? [row.currency] : []),
    ].join(' · ');
  // Amounts of two currencies are not measured against each other.
  const groups = [...Map.groupBy(answer.rows, ({ currency }) => currency).values()];
  return (
    <ol className="wd-statistic-bars" data-kind={kind}>
      {groups.flatMap((rows) =>
        rows.map((row, index) => {
          const { length, kept } = shareOf(rows, index, figure, kind);
          const percent = kind === 'share' ? length : kind === 'funnel' ? kept : null;
          return (
            <li key={nameOf(row)}>
              {kind === 'ranking' && <span className="wd-statistic-place">{row.place}</span>}
              <span className="wd-statistic-name">{nameOf(row)}</span>
              <span className="wd-statistic-value">
                {figureText(statistic, figure, row.figures[figure], row.currency, lang)}
                {percent !== null && <small> {formatNumber(percent * PERCENT, { decimals: 1 })}%</small>}
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
