import type { Data } from '../../generated/calls.ts';
import type { FleetHeadlineConfig } from '../../generated/types.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { callData } from '../../runtime/board/widget/callNeed.ts';
import type { NeedResult, WidgetProps } from '../../runtime/board/widget/widget.ts';
import { EMPTY_VALUE, formatNumber, formatQuantity } from '../../runtime/core/numbers/format.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { DepartmentChoice } from './DepartmentChoice.tsx';
import texts from './texts.json';
import '../../runtime/board/figure/figures.css';
import './fleetHeadline.css';

type Headline = Data<'fleetHeadline'>;

const ENERGY = { decimals: 1 };
const WHOLE = { decimals: 0 };
const OPEN_STATES = ['pending', 'processing', 'waiting', 'checking'];

type Name =
  | keyof Omit<Headline, 'noData' | 'depts'>
  | keyof Omit<Data<'fleetOperation'>, 'noData' | 'days'>
  | 'orders';

interface Shown {
  key: Name;
  values: string[];
  note?: string;
  state?: 'alarm' | undefined;
}

/** Amounts in different currencies have separate totals. */
const incomeWords = (income: Headline['income']): string[] =>
  income.length === 0
    ? [EMPTY_VALUE]
    : income.map(({ currency, amount }) => `${currency} ${formatNumber(Number(amount), { decimals: 2 })}`);

function useFigures(results: readonly NeedResult[]): Shown[] | null {
  const t = useT(texts);
  const headline = callData('fleetHeadline', results[0]);
  const operation = callData('fleetOperation', results[1]);
  const orders = callData('fleetWorkOrders', results[2]);
  if (!headline || !Array.isArray(headline.income)) return null;
  const { sites, noData, capacity, ratedPower, power, energyToday, energyMonth, income, uptime } = headline;
  const open = (orders?.states ?? []).reduce(
    (sum, { state, amount }) => sum + (OPEN_STATES.includes(state) ? amount : 0),
    0,
  );
  const faults = operation?.faults ?? null;
  return [
    {
      key: 'sites',
      values: [formatNumber(sites)],
      note:
        noData === 0
          ? t('widget.fleetHeadline.allData')
          : t('widget.fleetHeadline.noDataOf', { count: noData }),
    },
    { key: 'capacity', values: [formatQuantity(capacity, 'kWh', WHOLE)] },
    { key: 'ratedPower', values: [formatQuantity(ratedPower, 'kW', WHOLE)] },
    { key: 'power', values: [formatQuantity(power, 'kW', ENERGY)] },
    {
      key: 'energyToday',
      values: [formatQuantity(energyToday, 'kWh', ENERGY)],
      note: t('widget.fleetHeadline.ownDay'),
    },
    { key: 'energyMonth', values: [formatQuantity(energyMonth, 'kWh', WHOLE)] },
    {
      key: 'income',
      values: incomeWords(income),
      ...(income.length > 1 && { note: t('widget.fleetHeadline.apart') }),
    },
    { key: 'uptime', values: [formatQuantity(uptime, '%', ENERGY)] },
    { key: 'availability', values: [formatQuantity(operation?.availability ?? null, '%', ENERGY)] },
    {
      key: 'efficiency',
      values: [formatQuantity(operation?.efficiency ?? null, '%', ENERGY)],
      note: t('widget.fleetHeadline.thisMonth'),
    },
    { key: 'faults', values: [formatNumber(faults)], state: faults ? 'alarm' : undefined },
    {
      key: 'orders',
      values: [formatNumber(orders?.total ?? null)],
      note: t('widget.fleetHeadline.ordersOpen', { count: open }),
    },
  ];
}

/** C244, C246, C247: shows state and output of all stations on a wall screen. */
export function FleetHeadline({ results, status, retry, context }: WidgetProps<FleetHeadlineConfig>) {
  const t = useT(texts);
  const figures = useFigures(results);
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[100, 60]} />;
  if (results[0]?.ok === false) return <WidgetFailed retry={retry} msg={results[0].msg} />;
  if (figures === null || (callData('fleetHeadline', results[0])?.sites === 0 && !context.dept))
    return <WidgetEmpty text={t('widget.fleetHeadline.none')} />;
  return (
    <div className="wd-fleet-headline">
      <DepartmentChoice
        depts={callData('fleetHeadline', results[0])?.depts ?? []}
        chosen={context.dept ?? null}
      />
      <dl className="wd-figure-grid">
        {figures.map(({ key, values, note, state }) => (
          <div key={key} className="wd-figure" data-state={state}>
            <dt className="wd-figure-name">{t(`widget.fleetHeadline.${key}`)}</dt>
            {values.map((value) => (
              <dd key={value} className="wd-figure-value">
                {value}
              </dd>
            ))}
            {note && <dd className="wd-figure-note">{note}</dd>}
          </div>
        ))}
      </dl>
    </div>
  );
}
