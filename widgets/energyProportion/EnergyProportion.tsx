import type { EnergyProportionConfig } from '../../generated/types.ts';
import { energyFigures, percentText, refusalOf } from '../../runtime/board/energy/figures.ts';
import { labelColor } from '../../runtime/board/energy/labels.ts';
import { NoLabels } from '../../runtime/board/energy/NoLabels.tsx';
import { ComparedWith } from '../../runtime/board/figure/ComparedWith.tsx';
import { ReachedName } from '../../runtime/board/figure/ReachedName.tsx';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { findReachedThreshold } from '../../runtime/board/options/thresholds.ts';
import { changeBetween } from '../../runtime/board/widget/change.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { RingTable } from '../../runtime/kit/chart/RingTable.tsx';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { useTokens } from '../../runtime/kit/theme/themeStore.ts';
import { readShares } from './shares.ts';

/** W021: shows the share of energy that each label used. */
export function EnergyProportion({
  config,
  results,
  compared,
  status,
  retry,
}: WidgetProps<EnergyProportionConfig>) {
  const t = useT();
  const theme = useTokens();
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[90, 70, 80, 60]} />;
  const shares = readShares(results[0]);
  if (!shares) return <WidgetFailed retry={retry} msg={refusalOf(results)} />;
  if (shares.labels.length === 0) return <NoLabels />;
  if (shares.total === null) return <WidgetEmpty text={t('widget.noData')} />;
  const figures = energyFigures(shares.energyType?.unit ?? '', config);
  const reached = findReachedThreshold(config.thresholds, figures.convert(shares.total), theme);
  const rows = shares.labels.map(({ id, name, value, share }, place) => ({
    key: String(id),
    name,
    color: labelColor(theme, place),
    value,
    cells: [figures.number(value), percentText(share === null ? null : share * 100)],
  }));
  return (
    <RingTable
      label={t('energy.ring', {
        name: config.name ?? '',
        parts: rows.map(({ name, cells }) => `${name} ${cells[1]}`).join(', '),
      })}
      columns={[t('energy.label'), `${t('energy.usage')} ${figures.unit}`, t('energy.share')]}
      rows={rows}
    >
      <b style={{ color: reached.color }}>{figures.number(shares.total)}</b>
      <span>{figures.unit}</span>
      <ReachedName reached={reached} />
      <span>{shares.energyType?.name}</span>
      {compared.length > 0 && (
        <ComparedWith
          period={config.compare}
          change={changeBetween(shares.total, readShares(compared[0])?.total ?? null)}
        />
      )}
    </RingTable>
  );
}
