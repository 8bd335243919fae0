import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../runtime/kit/api/client.ts';
import { notifyFailure } from '../../runtime/kit/api/failure.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { later } from '../../runtime/kit/overlay/later.tsx';
import { Panel } from '../../runtime/kit/parts/Panel.tsx';
import { queryClient } from '../../runtime/kit/session/queryClient.ts';
import { type Station, useStation } from '../../runtime/kit/session/site.ts';
import { ConverterCard } from './parts/ConverterCard.tsx';
import type { GridConnection, GridSwitch, GridTarget } from './parts/connection.ts';
import { SwitchHistory } from './parts/SwitchHistory.tsx';
import './connection.css';
import texts from './texts.json';

/** Loaded when the user prepares a change, because most users only view the page. */
const ExecuteDialog = later(async () => ({
  default: (await import('./parts/ExecuteDialog.tsx')).ExecuteDialog,
}));

/** Interlocks depend on measured values, so they are refreshed at this interval in ms. */
const LOOK_MS = 5_000;
const FOLLOW_MS = 1_000;
const isOpen = ({ history }: GridConnection): boolean => history.some(({ state }) => state === 'requested');

function StationConnection({ station }: { station: Station }) {
  const t = useT(texts);
  const [prepared, setPrepared] = useState<GridSwitch | null>(null);
  const [busy, setBusy] = useState(false);
  const queryKey = ['gridConnection', station.sn];
  const { data, isPending, isError, refetch } = useQuery(
    {
      queryKey,
      queryFn: ({ signal }) =>
        call('gridConnection', { query: { stationSn: station.sn } }, { quiet: true, signal }),
      refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? FOLLOW_MS : LOOK_MS),
    },
    queryClient,
  );
  const renew = () => void queryClient.invalidateQueries({ queryKey });
  const prepare = async (deviceSn: string, target: GridTarget) => {
    setBusy(true);
    const made = await call('gridSwitchPrepare', { body: { deviceSn, target } }, { quiet: true }).catch(
      notifyFailure,
    );
    setBusy(false);
    if (made) setPrepared(made);
    renew();
  };
  const converter = data?.converters.find(({ deviceSn }) => deviceSn === prepared?.deviceSn);
  return (
    <Panel
      icon="grid"
      pending={isPending}
      failed={isError && !data}
      onRetry={() => void refetch()}
      {...(data?.converters.length === 0 && { empty: t('connection.none') })}
    >
      {data?.converters.map((one) => (
        <ConverterCard
          key={one.deviceSn}
          converter={one}
          busy={busy}
          onPrepare={(target) => void prepare(one.deviceSn, target)}
        />
      ))}
      {data && data.converters.length > 0 && (
        <SwitchHistory history={data.history} converters={data.converters} zone={station.timeZone} />
      )}
      {prepared && converter && (
        <ExecuteDialog
          key={prepared.id}
          prepared={prepared}
          converter={converter}
          zone={station.timeZone}
          onClose={() => {
            setPrepared(null);
            renew();
          }}
        />
      )}
    </Panel>
  );
}

/** R082: disconnects a converter from the grid or connects it again, in two steps. */
export default function ConnectManage() {
  const t = useT(texts);
  const station = useStation();
  return (
    <section className="wd-grid-switch" aria-label={t('connection.title')}>
      {station && <StationConnection key={station.sn} station={station} />}
    </section>
  );
}
