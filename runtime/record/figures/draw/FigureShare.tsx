import type { CSSProperties } from 'react';
import { formatNumber } from '../../../core/numbers/format.ts';
import { RingTable } from '../../../kit/chart/RingTable.tsx';
import { useLang, useT, useText } from '../../../kit/i18n/index.ts';
import { useTokens } from '../../../kit/theme/themeStore.ts';
import { rowName } from '../rowName.ts';
import type { ShownProps } from '../shown.ts';
import texts from '../texts.json';
import { figureText, titleOf } from '../words.ts';
import { FigureLink } from './FigureLink.tsx';
import { numberOf } from './series.ts';

const PERCENT = 100;

/** Shows the rows as parts of a whole, with a ring for each currency. */
export function FigureShare({ statistic, answer, figures, drill }: ShownProps) {
  const t = useT(texts);
  const text = useText();
  const lang = useLang();
  const theme = useTokens();
  const [figure = ''] = figures;
  const title = text(titleOf(statistic, figure));
  return [...Map.groupBy(answer.rows, ({ currency }) => currency)].map(([currency, rows]) => {
    const whole = rows.reduce((sum, row) => sum + Math.max(numberOf(row.figures[figure]) ?? 0, 0), 0);
    const total = answer.totals.find((one) => one.currency === currency);
    const sum = figureText(statistic, figure, total?.figures[figure], currency, lang);
    const longest = Math.max(...sum.split(/\s/).map(({ length }) => length));
    const parts = rows.map((row, at) => {
      const value = numberOf(row.figures[figure]) ?? 0;
      const share = whole > 0 ? `${formatNumber((value / whole) * PERCENT, { decimals: 1 })}%` : '';
      return {
        key: JSON.stringify(row.key),
        name: rowName(statistic, answer.by, row, lang) || t('figures.none'),
        color: theme.chart[at % theme.chart.length]!,
        value,
        cells: [figureText(statistic, figure, row.figures[figure], currency, lang), share],
        row,
      };
    });
    return (
      <RingTable
        key={currency}
        label={t('figures.of', { title, count: rows.length })}
        columns={[answer.by.map((name) => text(titleOf(statistic, name))).join(' · '), title, '%']}
        rows={parts}
        nameOf={({ name, row }) => <FigureLink {...{ drill, row, figure }}>{name}</FigureLink>}
      >
        <b style={{ '--wd-longest': longest } as CSSProperties}>{sum}</b>
        <span>{title}</span>
      </RingTable>
    );
  });
}
