import type { EnergyConsumptionConfig } from '../../generated/types.ts';
import { energyFigures, refusalOf } from '../../runtime/board/energy/figures.ts';
import { readLabelTotals } from '../../runtime/board/energy/labelTotals.ts';
import { NoLabels } from '../../runtime/board/energy/NoLabels.tsx';
import { ChangeMark } from '../../runtime/board/figure/ChangeMark.tsx';
import { ComparedWith } from '../../runtime/board/figure/ComparedWith.tsx';
import { ReachedName } from '../../runtime/board/figure/ReachedName.tsx';
import { WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { findReachedThreshold } from '../../runtime/board/options/thresholds.ts';
import { changeBetween } from '../../runtime/board/widget/change.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { useTokens } from '../../runtime/kit/theme/themeStore.ts';
import { consumptionRows } from './consumption.ts';
import './energyConsumption.css';

/** W020: shows the consumption of each label, with its child labels below. */
export function EnergyConsumption({
  config,
  results,
  compared,
  status,
  retry,
}: WidgetProps<EnergyConsumptionConfig>) {
  const t = useT();
  const theme = useTokens();
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[90, 70, 80, 60]} />;
  const totals = readLabelTotals(results[0]);
  if (!totals) return <WidgetFailed retry={retry} msg={refusalOf(results)} />;
  if (totals.labels.length === 0) return <NoLabels />;
  const before = readLabelTotals(compared[0]);
  const figures = energyFigures(totals.energyType?.unit ?? '', config);
  const reached = (value: number | null) =>
    findReachedThreshold(config.thresholds, figures.convert(value), theme);
  const rows = consumptionRows(totals, before, config.children !== false);
  return (
    <div className="wd-consumption">
      <p className="wd-consumption-total">
        <span>{t('energy.total')}</span>
        <b style={{ color: reached(totals.total).color }}>{figures.text(totals.total)}</b>
        <ReachedName reached={reached(totals.total)} />
        {before && (
          <ComparedWith period={config.compare} change={changeBetween(totals.total, before.total)} />
        )}
      </p>
      <ul>
        {rows.map(({ id, name, level, value, part, change }) => (
          <li key={id} style={{ paddingLeft: `calc(var(--wd-space-4) * ${level})` }}>
            <span className="wd-ellipsis wd-consumption-name" title={name}>
              {name}
            </span>
            <span
              className="wd-consumption-value"
              style={{ color: reached(value).color }}
              title={reached(value).name}
            >
              {figures.text(value)}
            </span>
            {change && (
              <span className="wd-consumption-change">
                <ChangeMark change={change} />
              </span>
            )}
            <i style={{ width: `${part * 100}%` }} data-level={level > 0 ? 'child' : 'top'} />
          </li>
        ))}
      </ul>
    </div>
  );
}
