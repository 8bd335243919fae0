import type { WorkTypeStatisticsConfig } from '../../generated/types.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { dictionaries } from '../../runtime/core/definitions/dictionaries.ts';
import { formatNumber } from '../../runtime/core/numbers/format.ts';
import { useT, useText } from '../../runtime/kit/i18n/index.ts';
import texts from './texts.json';
import { makeBars } from './types.ts';
import './workTypeStatistics.css';

/** Shows a bar for each work type. Its darker part is the open work. */
export function WorkTypeStatistics({ results, status, retry }: WidgetProps<WorkTypeStatisticsConfig>) {
  const t = useT(texts);
  const text = useText();
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[90, 60, 40]} />;
  if (results[0]?.ok === false) return <WidgetFailed retry={retry} msg={results[0].msg} />;
  const bars = makeBars(results[0]);
  if (bars.length === 0)
    return (
      <WidgetEmpty
        text={t('widget.workOrderStatistics.none')}
        hint={t('widget.workOrderStatistics.noneHint')}
      />
    );
  const title = (type: string) => {
    const entry = dictionaries.worksheetType.entries.find(({ value }) => value === type);
    return entry ? text(entry.title) : type;
  };
  return (
    <div className="wd-worktypes">
      <p className="wd-worktypes-legend">
        <span data-part="open">{t('widget.workTypeStatistics.open')}</span>
        <span data-part="closed">{t('widget.workTypeStatistics.closed')}</span>
      </p>
      <ul>
        {bars.map(({ type, total, open, length, openLength }) => (
          <li key={type} title={t('widget.workTypeStatistics.bar', { type: title(type), total, open })}>
            <span className="wd-worktypes-name">{title(type)}</span>
            <span className="wd-worktypes-track" aria-hidden="true">
              <i style={{ width: `${length}%` }}>
                <b style={{ width: `${openLength}%` }} />
              </i>
            </span>
            <span className="wd-worktypes-count">{formatNumber(total)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
