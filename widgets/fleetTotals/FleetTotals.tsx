import type { FleetTotalsConfig } from '../../generated/types.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { formatNumber, formatQuantity } from '../../runtime/core/numbers/format.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { readFleet } from '../fleetTable/fleet.ts';
import texts from './texts.json';
import '../../runtime/board/figure/figures.css';
import './fleetTotals.css';

const FIGURE = { decimals: 1 };

/** Shows the total power and energy of all stations. */
export function FleetTotals({ results, status, retry }: WidgetProps<FleetTotalsConfig>) {
  const t = useT(texts);
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[100, 60]} />;
  if (results[0]?.ok === false) return <WidgetFailed retry={retry} msg={results[0].msg} />;
  const fleet = readFleet(results[0]);
  if (!fleet || fleet.stations.length === 0) return <WidgetEmpty text={t('widget.fleetTotals.none')} />;
  const { stations, normal, power, energyToday, soc, openAlarms } = fleet.totals;
  const figures = [
    { key: 'stations', value: formatNumber(stations), note: t('widget.fleetTotals.normal', { normal }) },
    { key: 'power', value: formatQuantity(power, 'kW', FIGURE) },
    { key: 'energyToday', value: formatQuantity(energyToday, 'kWh', FIGURE) },
    { key: 'soc', value: formatQuantity(soc, '%', FIGURE) },
    { key: 'openAlarms', value: formatNumber(openAlarms), state: openAlarms > 0 ? 'alarm' : undefined },
  ] as const;
  return (
    <dl className="wd-figure-grid wd-fleet-totals">
      {figures.map(({ key, value, ...more }) => (
        <div key={key} className="wd-figure" data-state={'state' in more ? more.state : undefined}>
          <dt className="wd-figure-name">{t(`widget.fleetTotals.${key}`)}</dt>
          <dd className="wd-figure-value">{value}</dd>
          {'note' in more && <dd className="wd-figure-note">{more.note}</dd>}
        </div>
      ))}
    </dl>
  );
}
