import { useQuery } from '@tanstack/react-query';
import { DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { useCallback, useMemo, useState } from 'react';
import type { Data } from '../../generated/calls.ts';
import { dictionaries } from '../../runtime/core/definitions/dictionaries.ts';
import { formatQuantity } from '../../runtime/core/numbers/format.ts';
import { isoLocal } from '../../runtime/core/time/timeWindow.ts';
import { call } from '../../runtime/kit/api/client.ts';
import { Chart, type ChartSize } from '../../runtime/kit/chart/Chart.tsx';
import { useT, useText } from '../../runtime/kit/i18n/index.ts';
import { Facts } from '../../runtime/kit/parts/Facts.tsx';
import { Panel } from '../../runtime/kit/parts/Panel.tsx';
import { queryClient } from '../../runtime/kit/session/queryClient.ts';
import { type Station, useStation } from '../../runtime/kit/session/site.ts';
import { useTokens } from '../../runtime/kit/theme/themeStore.ts';
import { curveOption } from '../curves/parts/curveOption.ts';
import { type Curve, curvesOf } from '../curves/parts/curveSeries.ts';
import { useCourses } from '../curves/parts/useCurves.ts';
import { dayOf, planParts, priceParts, stepsOf } from './parts/dayCurves.ts';
import './strategies.css';
import texts from './texts.json';

type Strategy = Data<'strategiesAtWork'>[number];

const DATE = 'YYYY-MM-DD';
const MEASURED = [
  { of: 'deviceSn', code: 'power' },
  { of: 'batterySn', code: 'soc' },
] as const;
const IN_FORCE = 'inForce';

/** R073: shows the active strategy on a day, with price, planned and measured power. */
export default function ChartgingStrategy() {
  const t = useT(texts);
  const station = useStation();
  return (
    <section className="wd-strategy" aria-label={t('strategy.day')}>
      {station && <StationStrategies key={station.sn} station={station} />}
    </section>
  );
}

function StationStrategies({ station }: { station: Station }) {
  const t = useT(texts);
  const { data, isPending, isError, refetch } = useQuery(
    {
      queryKey: ['strategiesAtWork', station.sn],
      queryFn: ({ signal }) =>
        call('strategiesAtWork', { query: { stationSn: station.sn } }, { quiet: true, signal }),
    },
    queryClient,
  );
  const [chosen, setChosen] = useState<number | null>(null);
  const [day, setDay] = useState(() => isoLocal(Date.now(), station.timeZone).slice(0, DATE.length));
  const strategies = data ?? [];
  const strategy =
    strategies.find(({ id }) => id === chosen) ??
    strategies.find(({ state }) => state === IN_FORCE) ??
    strategies[0];
  return (
    <>
      <div className="wd-strategy-tools">
        <DatePicker
          aria-label={t('strategy.dayField')}
          allowClear={false}
          value={dayjs(day)}
          onChange={(next) => next && setDay(next.format(DATE))}
        />
        {strategies.length > 1 && (
          <Select<number>
            className="wd-strategy-choice"
            aria-label={t('strategy.which')}
            value={strategy?.id ?? 0}
            options={strategies.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setChosen}
          />
        )}
      </div>
      <Panel
        icon="battery"
        pending={isPending}
        failed={isError && !data}
        onRetry={() => void refetch()}
        {...(!strategy && { empty: t('strategy.none') })}
      >
        {strategy && <StrategyDay key={strategy.id} {...{ strategy, station, day }} />}
      </Panel>
    </>
  );
}

interface DayProps {
  strategy: Strategy;
  station: Station;
  day: string;
}

/** Returns the variables of the converter's power and the battery's state of charge. */
function useMeasured(strategy: Strategy): string[] {
  const deviceSns = [...new Set([strategy.deviceSn, strategy.batterySn])].join(',');
  const { data = [] } = useQuery(
    {
      queryKey: ['strategyVariables', deviceSns],
      queryFn: ({ signal }) =>
        call('deviceVariablesOfDevices', { query: { deviceSns } }, { quiet: true, signal }),
    },
    queryClient,
  );
  return MEASURED.flatMap(({ of, code }) => {
    const device = data.find(({ deviceSn }) => deviceSn === strategy[of]);
    return device?.variables.find((variable) => variable.code === code)?.sn ?? [];
  });
}

function useDayCurves({ strategy, station, day }: DayProps): Curve[] {
  const t = useT(texts);
  const tokens = useTokens();
  const zone = station.timeZone;
  const span = useMemo(() => dayOf(day, zone), [day, zone]);
  const sns = useMeasured(strategy);
  const courses = useCourses({ sns, span, zone });
  const { data: charges } = useQuery(
    {
      queryKey: ['stationChargeConfigs', station.sn],
      queryFn: ({ signal }) =>
        call('stationChargeConfigs', { query: { stationSn: station.sn } }, { quiet: true, signal }),
    },
    queryClient,
  );
  return useMemo(() => {
    const colors = tokens.chart;
    const plan = planParts(strategy);
    const price = charges ? priceParts(charges, day) : null;
    const planned: Curve = {
      ...{ sn: 'plan', key: 'plan', unit: 'kW', decimals: 1, color: colors[3] ?? '', compared: true },
      name: t('strategy.planned'),
      points: stepsOf(plan, day, zone),
    };
    const priced: Curve[] = price
      ? [
          {
            ...{
              sn: 'price',
              key: 'price',
              unit: `${price.currency}/kWh`,
              decimals: 4,
              color: colors[4] ?? '',
            },
            name: t('strategy.price'),
            points: stepsOf(price.parts, day, zone),
          },
        ]
      : [];
    const measured = { courses: courses.data ?? [], shift: 0, compared: false, colors, nameOf: String };
    return [...(plan.length > 0 ? [planned] : []), ...curvesOf(measured), ...priced];
  }, [strategy, charges, courses.data, day, zone, tokens, t]);
}

function StrategyDay(props: DayProps) {
  const t = useT(texts);
  const text = useText();
  const { strategy, station, day } = props;
  const zone = station.timeZone;
  const curves = useDayCurves(props);
  const span = useMemo(() => dayOf(day, zone), [day, zone]);
  const option = useCallback(
    (size: ChartSize, isOff: (series: string) => boolean) => curveOption(curves, size, { span, zone, isOff }),
    [curves, span, zone],
  );
  const titleOf = (
    entries: readonly { value: unknown; title: { zh: string; en: string } }[],
    value: string,
  ) => {
    const entry = entries.find((one) => one.value === value);
    return entry ? text(entry.title) : value;
  };
  const blocks = planParts(strategy);
  return (
    <>
      <div className="wd-card wd-strategy-part">
        <Facts
          facts={[
            { label: t('strategy.name'), value: strategy.name },
            {
              label: t('strategy.kind'),
              value: titleOf(dictionaries.strategyKind.entries, strategy.kind ?? ''),
            },
            {
              label: t('strategy.state'),
              value: titleOf(dictionaries.strategyState.entries, strategy.state ?? ''),
            },
            { label: t('strategy.zone'), value: zone },
          ]}
        />
      </div>
      <div className="wd-card wd-strategy-part">
        {curves.length > 0 ? (
          <Chart className="wd-strategy-chart" option={option} label={t('strategy.day')} />
        ) : (
          <p className="wd-quiet wd-strategy-chart">{t('strategy.noValues')}</p>
        )}
      </div>
      {blocks.length > 0 ? (
        <ol
          className="wd-card wd-strategy-part wd-stages wd-strategy-blocks"
          aria-label={t('strategy.blocks')}
        >
          {blocks.map(({ start, end, value: power }) => (
            <li key={start} data-power={power < 0 ? 'charge' : power > 0 ? 'discharge' : undefined}>
              <span>
                {start} – {end}
              </span>
              <strong>{formatQuantity(power, 'kW', { decimals: 1 })}</strong>
              <small>
                {t(power < 0 ? 'strategy.charge' : power > 0 ? 'strategy.discharge' : 'strategy.rest')}
              </small>
            </li>
          ))}
        </ol>
      ) : (
        <p className="wd-quiet">{t('strategy.follows')}</p>
      )}
    </>
  );
}
