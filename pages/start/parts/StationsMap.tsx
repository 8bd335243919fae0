import { useQuery } from '@tanstack/react-query';
import { call } from '../../../runtime/kit/api/client.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { StationPlaces } from '../../../widgets/stationMap/StationPlaces.tsx';
import { placeStations } from '../../../widgets/stationMap/stations.ts';
import texts from '../texts.json';
import { Card } from './Card.tsx';

const TERRITORY = '/main/ems/territory';
const BOARDS = '/main/ems/map/monitor/dashboard';
const EVERY_MS = 60_000;

/** Shows the stations on a map with their states and links to their boards. Hidden if no station has coordinates. */
export function StationsMap() {
  const t = useT(texts);
  const { data } = useQuery(
    {
      queryKey: ['start', 'map'],
      queryFn: ({ signal }) => call('stationOverview', {}, { quiet: true, signal }),
      refetchInterval: EVERY_MS,
    },
    queryClient,
  );
  const content = placeStations(data);
  if (content.placed.length === 0) return null;
  return (
    <Card icon="map" title={t('start.map')} to={TERRITORY}>
      <div className="wd-start-map">
        <StationPlaces content={content} labels boards={BOARDS} />
      </div>
    </Card>
  );
}
