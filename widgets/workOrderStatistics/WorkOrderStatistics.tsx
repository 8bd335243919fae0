import type { WorkOrderStatisticsConfig } from '../../generated/types.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { formatNumber } from '../../runtime/core/numbers/format.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import texts from './texts.json';
import { countProgress, readTotals, shareDone } from './totals.ts';
import './workOrderStatistics.css';

const FIGURES = ['pending', 'processing', 'overdue', 'completed'] as const;
const SIGNS = { pending: 'clock', processing: 'tool', overdue: 'warning', completed: 'check' } as const;

/**
 * W026: shows the numbers of work orders that are waiting, in progress, overdue and completed, and the completed share.
 */
export function WorkOrderStatistics({ results, status, retry }: WidgetProps<WorkOrderStatisticsConfig>) {
  const t = useT(texts);
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[90, 60]} />;
  if (results[0]?.ok === false) return <WidgetFailed retry={retry} msg={results[0].msg} />;
  const read = readTotals(results[0]);
  if (!read || read.total === 0)
    return (
      <WidgetEmpty
        text={t('widget.workOrderStatistics.none')}
        hint={t('widget.workOrderStatistics.noneHint')}
      />
    );
  const totals = { ...read, processing: countProgress(read) };
  const share = shareDone(read);
  const percent = share === null ? null : Math.round(share * 100);
  return (
    <div className="wd-ordertotals">
      <dl>
        {FIGURES.map((name) => (
          <div key={name} data-state={totals[name] > 0 ? name : undefined}>
            <dt>
              <Icon name={SIGNS[name]} size={14} /> {t(`widget.workOrderStatistics.${name}`)}
            </dt>
            <dd>{formatNumber(totals[name])}</dd>
          </div>
        ))}
      </dl>
      {percent !== null && (
        <div className="wd-ordertotals-share">
          <span>{t('widget.workOrderStatistics.share')}</span>
          <progress max={100} value={percent} aria-label={t('widget.workOrderStatistics.share')} />
          <b>{percent}%</b>
        </div>
      )}
    </div>
  );
}
