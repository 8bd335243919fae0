import { useT } from '../i18n/index.ts';
import { ChangeMark } from './ChangeMark.tsx';
import type { Change } from './change.ts';
import { isComparePeriod } from './options/compare.ts';

/** "▲ 4.2% than the day before": the option `compare` below a figure. */
export function ComparedWith({ period, change }: { period: unknown; change: Change }) {
  const t = useT();
  if (!isComparePeriod(period)) return null;
  return (
    <span className="wd-compared" title={t(`widget.compare.${period}`)}>
      <ChangeMark change={change} />{' '}
      <span className="wd-compared-words">{t(`widget.compare.${period}`)}</span>
    </span>
  );
}
