import '../../../runtime/core/definitions/allEntities.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { ShownValue } from '../../../runtime/form/shown/ShownValue.tsx';
import { call } from '../../../runtime/kit/api/client.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { TimeAgo } from '../../../runtime/kit/parts/TimeAgo.tsx';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { useSiteStore } from '../../../runtime/kit/session/site.ts';
import texts from '../texts.json';
import { Bones, Calm, Card } from './Card.tsx';

const RECORD = '/main/ems/map/warning/record';
const SHOWN = 5;
const EVERY_MS = 30_000;
const OPEN = '1';

/** Shows the most severe open alarms of all stations that the user may see. */
export function OpenAlarms() {
  const t = useT(texts);
  const level = entityOf('alarm').schema.properties?.level ?? {};
  const { data, isPending } = useQuery(
    {
      queryKey: ['warnings', 'start'],
      queryFn: ({ signal }) =>
        call(
          'alarmSummarys',
          { body: { current: 1, size: SHOWN, status: OPEN, order: 'worst' } },
          { quiet: true, signal },
        ),
      refetchInterval: EVERY_MS,
      refetchOnWindowFocus: 'always',
    },
    queryClient,
  );
  const title = t('start.alarms');
  if (!data)
    return (
      <Card icon="alarm" title={title} to={RECORD}>
        {isPending ? <Bones /> : <p className="wd-start-note">{t('start.failed')}</p>}
      </Card>
    );
  return (
    <Card icon="alarm" title={title} count={data.total} to={RECORD}>
      {data.records.length === 0 && <Calm>{t('start.noAlarms')}</Calm>}
      <ul className="wd-start-lines">
        {data.records.map((alarm) => (
          <li key={alarm.id}>
            <ShownValue field={level} value={alarm.level} />
            <Link to={RECORD} onClick={() => useSiteStore.getState().select(alarm.stationSn)}>
              {alarm.info}
            </Link>
            <small>
              {alarm.stationName ?? alarm.stationSn} · <TimeAgo at={alarm.reportTime} />
            </small>
          </li>
        ))}
      </ul>
    </Card>
  );
}
