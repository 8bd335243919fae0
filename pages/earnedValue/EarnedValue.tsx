import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import type { Data } from '../../generated/calls.ts';
import { formatMoment, formatNumber } from '../../runtime/core/numbers/format.ts';
import { call } from '../../runtime/kit/api/client.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { Panel } from '../../runtime/kit/parts/Panel.tsx';
import { queryClient } from '../../runtime/kit/session/queryClient.ts';
import { EarnedCourse } from './parts/EarnedCourse.tsx';
import { EarnedFacts } from './parts/EarnedFacts.tsx';
import { EarnedProjects } from './parts/EarnedProjects.tsx';
import { type Choice, listOrders, listStations } from './parts/earnedChoices.ts';
import './earnedValue.css';
import texts from './texts.json';

type EarnedQuery = { orderId?: number; stationId?: number };

const useEarned = (query: EarnedQuery) =>
  useQuery(
    {
      queryKey: ['earnedValue', query],
      queryFn: ({ signal }) => call('earnedValueStatistics', { query }, { quiet: true, signal }),
    },
    queryClient,
  );

interface ChoiceProps {
  label: string;
  any: string;
  choices: readonly Choice[];
  value: number | undefined;
  onChange(value: number | undefined): void;
}

function ChoiceField({ label, any, choices, value, onChange }: ChoiceProps) {
  return (
    <Select
      allowClear
      showSearch
      optionFilterProp="label"
      aria-label={label}
      placeholder={any}
      value={value}
      options={choices.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(chosen: number | undefined) => onChange(chosen)}
    />
  );
}

function Notes({ data }: { data: Data<'earnedValueStatistics'> }) {
  const t = useT(texts);
  const count = data.projects.filter(({ budgeted }) => !budgeted).length;
  const { hoursWithoutRate } = data.total;
  return (
    <>
      {count > 0 && <p className="wd-quiet">{t('earned.withoutBudget', { count })}</p>}
      {hoursWithoutRate > 0 && (
        <p className="wd-quiet">{t('earned.withoutRate', { hours: formatNumber(hoursWithoutRate) })}</p>
      )}
    </>
  );
}

/** Shows the earned value of all projects, or of those of an order or station. */
export default function EarnedValue() {
  const t = useT(texts);
  const [orderId, setOrder] = useState<number>();
  const [stationId, setStation] = useState<number>();
  const { data: all } = useEarned({});
  const { data, isPending, isError, refetch } = useEarned({
    ...(orderId !== undefined && { orderId }),
    ...(stationId !== undefined && { stationId }),
  });
  const projects = all?.projects ?? [];
  return (
    <section className="wd-earned" aria-label={t('earned.title')}>
      <div className="wd-earned-tools">
        <ChoiceField
          label={t('earned.order')}
          any={t('earned.anyOrder')}
          choices={listOrders(projects)}
          value={orderId}
          onChange={setOrder}
        />
        <ChoiceField
          label={t('earned.station')}
          any={t('earned.anyStation')}
          choices={listStations(projects)}
          value={stationId}
          onChange={setStation}
        />
        {data && (
          <span className="wd-quiet">{t('earned.asOf', { day: formatMoment(data.day, 'date') })}</span>
        )}
      </div>
      <Panel
        icon="lineChart"
        pending={isPending}
        failed={isError}
        onRetry={() => void refetch()}
        {...(data?.projects.length === 0 && { empty: t('earned.none') })}
      >
        {data && (
          <>
            <EarnedFacts figures={data.total} />
            <EarnedCourse weeks={data.weeks} />
            <EarnedProjects projects={data.projects} />
            <Notes data={data} />
          </>
        )}
      </Panel>
    </section>
  );
}
