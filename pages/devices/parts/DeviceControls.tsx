import { useQuery } from '@tanstack/react-query';
import { REFRESH_MS } from '../../../runtime/core/scheduler/refreshInterval.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { useLang, useT } from '../../../runtime/kit/i18n/index.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { RemoteControl } from '../../../widgets/remoteControl/RemoteControl.tsx';
import texts from '../texts.json';

interface Props {
  sn: string;
  stationSn: string;
  zone: string;
}

/** Shows the commands of the device for remote control. Hidden if the device has none. */
export function DeviceControls({ sn, stationSn, zone }: Props) {
  const t = useT(texts);
  const lang = useLang();
  const { data, refetch } = useQuery(
    {
      queryKey: ['deviceControls', sn],
      queryFn: async ({ signal }) => {
        const quiet = { quiet: true, signal };
        const variables = await call('controlVariables', { query: { deviceSn: sn } }, quiet);
        if (variables.length === 0) return null;
        const commands = await call('controlStatus', { query: { deviceSn: sn, newest: true } }, quiet);
        return [variables, commands].map((answer, at) => ({
          key: String(at),
          ok: true as const,
          data: answer,
        }));
      },
      refetchInterval: REFRESH_MS,
    },
    queryClient,
  );
  if (!data) return null;
  const reload = () => void refetch();
  return (
    <section className="wd-card wd-device-part" aria-label={t('device.controls')}>
      <h3>{t('device.controls')}</h3>
      <RemoteControl
        {...{
          id: 'controls',
          config: {},
          results: data,
          compared: [],
          status: 'ready',
          retry: reload,
          refresh: reload,
        }}
        context={{ stationSn, zone, now: Date.now(), editing: false, historical: null, lang, range: null }}
      />
    </section>
  );
}
