import { useCallback } from 'react';
import type { Data } from '../../../generated/calls.ts';
import { formatMoment, formatMoney } from '../../../runtime/core/numbers/format.ts';
import { Chart, type ChartSize } from '../../../runtime/kit/chart/Chart.tsx';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { useTokens } from '../../../runtime/kit/theme/themeStore.ts';
import { chartOption } from '../../../runtime/record/figures/draw/chartOption.ts';
import texts from '../texts.json';

type EarnedWeek = Data<'earnedValueStatistics'>['weeks'][number];

const LINES = ['plannedValue', 'earnedValue', 'actualCost'] as const;

const drawnValue = (amount: string | null): number | null => (amount === null ? null : Number(amount));

/** Shows planned value, earned value and cost at the end of each week. */
export function EarnedCourse({ weeks }: { weeks: readonly EarnedWeek[] }) {
  const t = useT(texts);
  const { chart: colors } = useTokens();
  const option = useCallback(
    (size: ChartSize) =>
      chartOption(
        {
          kind: 'line',
          labels: weeks.map(({ to }) => formatMoment(to, 'date')),
          series: LINES.map((name, at) => ({
            ...{ key: name, name: t(`earned.${name}`), color: colors[at] ?? '', figure: name },
            values: weeks.map((week) => drawnValue(week[name])),
            compared: false,
          })),
          stacked: false,
          text: (value) => formatMoney(value),
        },
        size,
      ),
    [weeks, colors, t],
  );
  return (
    <section className="wd-card wd-earned-part" aria-label={t('earned.course')}>
      <h2>{t('earned.course')}</h2>
      <Chart className="wd-earned-course" option={option} label={t('earned.course')} />
    </section>
  );
}
