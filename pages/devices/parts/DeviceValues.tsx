import { useQuery } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { formatQuantity } from '../../../runtime/core/numbers/format.ts';
import { REFRESH_MS } from '../../../runtime/core/scheduler/refreshInterval.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { Chart, type ChartSize } from '../../../runtime/kit/chart/Chart.tsx';
import { INSTANTS } from '../../../runtime/kit/chart/timeScale.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { Panel } from '../../../runtime/kit/parts/Panel.tsx';
import { TimeAgo } from '../../../runtime/kit/parts/TimeAgo.tsx';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { useSite } from '../../../runtime/kit/session/site.ts';
import type { Column } from '../../../runtime/kit/table/column.ts';
import { RowsTable } from '../../../runtime/kit/table/RowsTable.tsx';
import { useTokens } from '../../../runtime/kit/theme/themeStore.ts';
import { curveOption } from '../../curves/parts/curveOption.ts';
import { curvesOf } from '../../curves/parts/curveSeries.ts';
import { useCourses } from '../../curves/parts/useCurves.ts';
import { spanOf } from '../../shared/period/period.ts';
import texts from '../texts.json';
import { DeviceControls } from './DeviceControls.tsx';
import { type DeviceValue, groupValues, pickFirstDrawn, toggleDrawn } from './deviceValues.ts';
import '../devices.css';

interface GroupProps {
  title: string;
  values: readonly DeviceValue[];
  drawn: readonly string[];
  onDraw(sn: string): void;
}

function Group({ title, values, drawn, onDraw }: GroupProps) {
  const t = useT(texts);
  const columns: Column<DeviceValue>[] = [
    {
      id: 'name',
      title: t('device.value'),
      value: ({ name }) => name,
      cell: ({ sn, name, data }) =>
        typeof data === 'number' ? (
          <Checkbox checked={drawn.includes(sn)} onChange={() => onDraw(sn)}>
            {name}
          </Checkbox>
        ) : (
          name
        ),
    },
    {
      ...{ id: 'now', title: t('device.now'), width: 136, figures: true },
      value: ({ data }) => data,
      cell: ({ data, unit, decimals }) =>
        typeof data === 'string' ? data : formatQuantity(data, unit, { decimals }),
    },
    {
      ...{ id: 'age', title: t('device.age'), width: 128 },
      cell: ({ ts }) => (ts === null ? t('device.never') : <TimeAgo at={ts} />),
    },
  ];
  return (
    <section className="wd-device-group" aria-label={title}>
      <h3>{title}</h3>
      <RowsTable
        {...{ columns, label: title, rows: values }}
        named
        card
        muted={({ stale }) => stale}
        rowKey={({ sn }) => sn}
      />
    </section>
  );
}

/** Draws today's values of the chosen variables in the station's time zone. */
function Today({ sns, zone }: { sns: readonly string[]; zone: string }) {
  const t = useT(texts);
  const tokens = useTokens();
  const span = useMemo(() => spanOf('today', Date.now(), zone), [zone]);
  const { data } = useCourses({ sns, span, zone });
  const curves = useMemo(
    () =>
      curvesOf({
        // All values belong to this device, so its name is omitted.
        courses: (data ?? []).map((course) => ({ ...course, deviceName: '' })),
        ...{ shift: 0, compared: false },
        ...{ colors: tokens.chart, nameOf: (name) => name },
      }),
    [data, tokens],
  );
  const option = useCallback(
    (size: ChartSize, isOff: (series: string) => boolean) => curveOption(curves, size, { span, zone, isOff }),
    [curves, span, zone],
  );
  if (sns.length === 0) return <p className="wd-quiet">{t('device.choose')}</p>;
  if (curves.length === 0) return <div className="wd-device-course" />;
  return <Chart className="wd-device-course" option={option} label={t('device.today')} time={INSTANTS} />;
}

/** Shows the current values of a device in groups, today's curves of some, and its commands. */
export function DeviceValues({ sn, stationSn }: { sn: string; stationSn: string }) {
  const t = useT(texts);
  const { stations } = useSite();
  const zone = stations.find((station) => station.sn === stationSn)?.timeZone;
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const { data, isPending, isError, refetch } = useQuery(
    {
      queryKey: ['devicesRealtime', sn],
      queryFn: ({ signal }) =>
        call('devicesRealtime', { body: { deviceSns: [sn] } }, { quiet: true, signal }),
      refetchInterval: REFRESH_MS,
    },
    queryClient,
  );
  const values = data?.[0]?.variables ?? [];
  const drawn = chosen ?? pickFirstDrawn(values);
  const empty = data && values.length === 0 ? t('device.noValues') : undefined;
  return (
    <Panel
      icon="gauge"
      pending={isPending}
      failed={isError && !data}
      onRetry={() => void refetch()}
      {...(empty !== undefined && { empty })}
    >
      <div className="wd-device-values">
        <section className="wd-card wd-device-part" aria-label={t('device.today')}>
          <h3>{t('device.today')}</h3>
          {zone !== undefined && <Today sns={drawn} zone={zone} />}
        </section>
        {zone !== undefined && <DeviceControls {...{ sn, stationSn, zone }} />}
        <div className="wd-device-groups">
          {groupValues(values).map(({ group, values: own }) => (
            <Group
              key={group}
              title={t(`device.group.${group}`)}
              values={own}
              drawn={drawn}
              onDraw={(one) => setChosen(toggleDrawn(drawn, one))}
            />
          ))}
        </div>
      </div>
    </Panel>
  );
}
