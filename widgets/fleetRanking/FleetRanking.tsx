import { Link } from 'react-router';
import type { Data } from '../../generated/calls.ts';
import type { FleetRankingConfig } from '../../generated/types.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { callData } from '../../runtime/board/widget/callNeed.ts';
import { useGuest } from '../../runtime/board/widget/guest.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { EMPTY_VALUE, formatNumber, formatQuantity } from '../../runtime/core/numbers/format.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import texts from './texts.json';
import './fleetRanking.css';

type Ranked = Data<'fleetRanking'>[number];

const isRow = (row: unknown): row is Ranked =>
  typeof row === 'object' && row !== null && typeof Reflect.get(row, 'sn') === 'string';

const BOARD = '/main/ems/map/monitor/dashboard';
const ONE = { decimals: 1 };
const CENTS = { decimals: 2 };
const PERCENT = 100;

/** Formats a currency before its amount, and other units after the value. */
const valueText = ({ value, unit }: Ranked): string =>
  unit === null || unit === 'kWh' || unit === '%'
    ? formatQuantity(value, unit ?? '', ONE)
    : `${unit} ${formatNumber(value, CENTS)}`;

/** C252: ranks stations by a figure of today. Equal values share a rank. */
export function FleetRanking({ config, results, status, retry }: WidgetProps<FleetRankingConfig>) {
  const t = useT(texts);
  const guest = useGuest();
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[100, 90, 80, 70]} />;
  if (results[0]?.ok === false) return <WidgetFailed retry={retry} msg={results[0].msg} />;
  const data = callData('fleetRanking', results[0]);
  const rows = Array.isArray(data) ? data.filter(isRow) : [];
  if (rows.length === 0) return <WidgetEmpty text={t('widget.fleetRanking.none')} />;
  const most = Math.max(0, ...rows.map(({ value }) => value ?? 0));
  return (
    <ol className="wd-fleet-ranking" aria-label={config.name || t('widget.fleetRanking.name')}>
      {rows.map((row) => {
        const { sn, name, place, value, unit } = row;
        const share = most > 0 && value !== null ? Math.max(0, value / most) : 0;
        return (
          <li key={`${sn} ${unit}`} data-quiet={value === null || undefined}>
            <span className="wd-fleet-place">{place === null ? EMPTY_VALUE : formatNumber(place)}</span>
            <span className="wd-ellipsis" title={name}>
              {guest ? name : <Link to={`${BOARD}?${new URLSearchParams({ station: sn })}`}>{name}</Link>}
            </span>
            <span className="wd-fleet-value">{valueText(row)}</span>
            <span className="wd-fleet-bar" style={{ width: `${share * PERCENT}%` }} />
          </li>
        );
      })}
    </ol>
  );
}
