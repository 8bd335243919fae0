import type { Data } from '../../../generated/calls.ts';
import { formatMoment, formatMoney, formatNumber } from '../../../runtime/core/numbers/format.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { Facts } from '../../../runtime/kit/parts/Facts.tsx';
import texts from '../texts.json';

type EarnedFigures = Data<'earnedValueStatistics'>['total'];

const AMOUNTS = ['plan', 'plannedValue', 'earnedValue', 'actualCost', 'estimate'] as const;
const INDICES = ['costIndex', 'scheduleIndex'] as const;
const ENDS = ['plannedEnd', 'forecastEnd'] as const;

/** Shows the figures. A figure is empty if it would divide by zero. */
export function EarnedFacts({ figures }: { figures: EarnedFigures }) {
  const t = useT(texts);
  const facts = [
    ...AMOUNTS.map((name) => ({ label: t(`earned.${name}`), value: formatMoney(figures[name]) })),
    ...INDICES.map((name) => ({
      label: t(`earned.${name}`),
      value: formatNumber(figures[name], { decimals: 4 }),
    })),
    ...ENDS.map((name) => ({ label: t(`earned.${name}`), value: formatMoment(figures[name], 'date') })),
    { label: t('earned.hours'), value: `${formatNumber(figures.hours)} h` },
  ];
  return (
    <section className="wd-card wd-earned-part" aria-label={t('earned.figures')}>
      <Facts facts={facts} />
    </section>
  );
}
