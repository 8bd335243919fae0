import { useT } from '../../kit/i18n/index.ts';
import { isComparePeriod } from '../options/compare.ts';
import type { Change } from '../widget/change.ts';
import { ChangeMark } from './ChangeMark.tsx';

/** Shows the option `compare` below a figure, such as "▲ 4.2%" and the earlier period. */
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
