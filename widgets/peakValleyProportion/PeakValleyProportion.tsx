import type { PeakValleyProportionConfig } from '../../generated/types.ts';
import { bandColor, useBandTitle } from '../../runtime/board/energy/bands.ts';
import { energyFigures, percentText, refusalOf } from '../../runtime/board/energy/figures.ts';
import { NoMeter } from '../../runtime/board/energy/NoMeter.tsx';
import { ComparedWith } from '../../runtime/board/figure/ComparedWith.tsx';
import { ReachedName } from '../../runtime/board/figure/ReachedName.tsx';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { findReachedThreshold } from '../../runtime/board/options/thresholds.ts';
import { changeBetween } from '../../runtime/board/widget/change.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { formatMoney, formatNumber } from '../../runtime/core/numbers/format.ts';
import { MONEY_DECIMALS } from '../../runtime/core/numbers/money.ts';
import { RingTable } from '../../runtime/kit/chart/RingTable.tsx';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { useTokens } from '../../runtime/kit/theme/themeStore.ts';
import { bandShares, DEFAULT_ROLE, readCharge } from './shares.ts';

/** W015: shows the share of energy, and of cost, in each price band. */
export function PeakValleyProportion({
  config,
  results,
  compared,
  status,
  retry,
}: WidgetProps<PeakValleyProportionConfig>) {
  const t = useT();
  const theme = useTokens();
  const title = useBandTitle();
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[90, 70, 80, 60]} />;
  const charge = readCharge(results[0]);
  if (!charge) return <WidgetFailed retry={retry} msg={refusalOf(results)} />;
  if (charge.meters === 0) return <NoMeter role={config.role ?? DEFAULT_ROLE} />;
  if (charge.energy === null) return <WidgetEmpty text={t('widget.noData')} />;
  const figures = energyFigures('kWh', config);
  const money = (cost: string | null) => formatMoney(cost, charge.currency ?? '').trim();
  const showCost = config.showCost !== false;
  const reached = findReachedThreshold(config.thresholds, figures.convert(charge.energy), theme);
  const rows = bandShares(charge).map(({ band, energy, cost, share }) => ({
    key: band,
    name: title(band),
    color: bandColor(band, theme),
    value: energy,
    cells: [
      figures.number(energy),
      percentText(share),
      ...(showCost ? [formatNumber(cost, { decimals: MONEY_DECIMALS })] : []),
    ],
  }));
  const columns = [t('energy.band'), `${t('energy.energy')} ${figures.unit}`, t('energy.share')];
  const parts = rows.map(({ name, cells }) => `${name} ${cells[1]}`).join(', ');
  return (
    <RingTable
      label={t('energy.ring', { name: config.name ?? '', parts })}
      columns={showCost ? [...columns, `${t('energy.cost')} ${charge.currency ?? ''}`.trim()] : columns}
      rows={rows}
      note={showCost && charge.cost !== null && t('energy.rounded')}
    >
      <b style={{ color: reached.color }}>{figures.number(charge.energy)}</b>
      <span>{figures.unit}</span>
      <ReachedName reached={reached} />
      {showCost && charge.cost !== null && <span>{money(charge.cost)}</span>}
      {compared.length > 0 && (
        <ComparedWith
          period={config.compare}
          change={changeBetween(charge.energy, readCharge(compared[0])?.energy ?? null)}
        />
      )}
    </RingTable>
  );
}
