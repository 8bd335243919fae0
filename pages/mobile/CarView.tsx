import { useQuery } from '@tanstack/react-query';
import { REFRESH_MS } from '../../runtime/core/scheduler/refreshInterval.ts';
import { call } from '../../runtime/kit/api/client.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { queryClient } from '../../runtime/kit/session/queryClient.ts';
import { type Station, useStation } from '../../runtime/kit/session/site.ts';
import type { Sign } from './parts/UnitMap.tsx';
import { UnitsOnMap } from './parts/UnitsOnMap.tsx';
import { placeOf } from './parts/useUnits.ts';
import texts from './texts.json';

const MOST = 200;

/** Returns the chargers at the position of their station. */
function useChargers({ id, sn }: Station): readonly Sign[] {
  const t = useT(texts);
  const station = useQuery(
    {
      queryKey: ['stationPlace', id],
      queryFn: ({ signal }) => call('stationGet', { path: { id } }, { quiet: true, signal }),
    },
    queryClient,
  );
  const filter = JSON.stringify({
    and: [
      { field: 'stationSn', op: 'eq', value: sn },
      { field: 'type', op: 'eq', value: 'charger' },
    ],
  });
  const chargers = useQuery(
    {
      queryKey: ['chargers', sn],
      queryFn: ({ signal }) => call('devicePage', { query: { filter, size: MOST } }, { quiet: true, signal }),
      refetchInterval: REFRESH_MS,
    },
    queryClient,
  );
  const at = station.data && placeOf(station.data);
  const names = chargers.data?.records.map(({ name }) => name) ?? [];
  if (!at || names.length === 0) return [];
  const name = t('mobile.chargers', { count: names.length });
  const words = [station.data?.name, ...names].join('\n');
  return [{ key: 'chargers', at, name, words, icon: 'charger', color: 'neutral' }];
}

function StationCars({ station }: { station: Station }) {
  const t = useT(texts);
  return <UnitsOnMap others={useChargers(station)} none={t('mobile.noneHere')} />;
}

/** R087: shows the station's chargers and the mobile units nearby. */
export default function CarView() {
  const t = useT(texts);
  const station = useStation();
  return (
    <section aria-label={t('mobile.map')}>
      {station && <StationCars key={station.sn} station={station} />}
    </section>
  );
}
