import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { REFRESH_MS } from '../../runtime/core/scheduler/refreshInterval.ts';
import { call } from '../../runtime/kit/api/client.ts';
import { Chart } from '../../runtime/kit/chart/Chart.tsx';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { Panel } from '../../runtime/kit/parts/Panel.tsx';
import { queryClient } from '../../runtime/kit/session/queryClient.ts';
import { type Station, useStation } from '../../runtime/kit/session/site.ts';
import { useTokens } from '../../runtime/kit/theme/themeStore.ts';
import { harmonicOption } from './parts/harmonicOption.ts';
import { Phasors } from './parts/Phasors.tsx';
import { QuantityTable } from './parts/QuantityTable.tsx';
import type { QualityValue } from './parts/qualityWords.ts';
import './quality.css';
import texts from './texts.json';

/** Draws the voltage harmonics, with a bar for each phase. */
function Harmonics({ values }: { values: readonly QualityValue[] }) {
  const t = useT(texts);
  const tokens = useTokens();
  const option = useCallback(() => harmonicOption(values, tokens.chart), [values, tokens]);
  if (values.length === 0) return null;
  return (
    <section className="wd-card wd-quality-part" aria-label={t('quality.harmonics')}>
      <h2>{t('quality.harmonics')}</h2>
      <Chart className="wd-quality-bars" option={option} label={t('quality.harmonics')} />
    </section>
  );
}

function StationNow({ station }: { station: Station }) {
  const t = useT(texts);
  const { data, isPending, isError, refetch } = useQuery(
    {
      queryKey: ['qualityRealtime', station.sn],
      queryFn: ({ signal }) =>
        call('qualityRealtime', { body: { stationSn: station.sn } }, { quiet: true, signal }),
      refetchInterval: REFRESH_MS,
    },
    queryClient,
  );
  const values = data ?? [];
  const empty = data?.length === 0 ? t('quality.noVariables') : undefined;
  return (
    <Panel
      icon="gauge"
      pending={isPending}
      failed={isError && !data}
      onRetry={() => void refetch()}
      {...(empty !== undefined && { empty })}
    >
      <div className="wd-quality-pictures">
        <Phasors values={values} />
        <Harmonics values={values.filter(({ group }) => group === 'harmonic')} />
      </div>
      <QuantityTable values={values} />
    </Panel>
  );
}

/** R093: shows current values of power quality with their verdicts. */
export default function QualityRealtime() {
  const t = useT(texts);
  const station = useStation();
  return (
    <section className="wd-quality" aria-label={t('quality.now')}>
      {station && <StationNow key={station.sn} station={station} />}
    </section>
  );
}
