import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link } from 'react-router';
import { dictionaries } from '../../../runtime/core/definitions/dictionaries.ts';
import { fileAddress, fileName } from '../../../runtime/core/fileValue.ts';
import { REFRESH_MS } from '../../../runtime/core/scheduler/refreshInterval.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { notifyFailure } from '../../../runtime/kit/api/failure.ts';
import { PreviewLink } from '../../../runtime/kit/files/PreviewLink.tsx';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { TimeAgo } from '../../../runtime/kit/parts/TimeAgo.tsx';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import type { Station } from '../../../runtime/kit/session/site.ts';
import '../cameras.css';
import texts from '../texts.json';

const SHOWN = 8;
const EVENTS_PAGE = '/main/ems/map/securityManage/events';

interface Props {
  station: Station;
  mayConfirm: boolean;
  onCamera(id: number): void;
  /** True to hide the list if no event is open. */
  quiet?: boolean;
}

/** Shows a small picture. A click shows it in full size. */
function EventPicture({ value, title }: { value: string; title: string }) {
  const address = fileAddress(value);
  if (!address) return null;
  return (
    <PreviewLink address={address} name={fileName(value)}>
      <img className="wd-video-thumb" src={address} alt={title} />
    </PreviewLink>
  );
}

/** Lists unconfirmed events, newest first, with links to their cameras. */
export function OpenEvents({ station, mayConfirm, onCamera, quiet = false }: Props) {
  const t = useT(texts);
  const text = useText();
  const queryKey = ['guardEvents', station.sn];
  const { data } = useQuery(
    {
      queryKey,
      queryFn: ({ signal }) => {
        const is = (field: string, value: string) => ({ field, op: 'eq', value });
        const filter = JSON.stringify({ and: [is('stationSn', station.sn), is('state', 'open')] });
        return call('guardEvents', { body: { filter, current: 1, size: SHOWN } }, { quiet: true, signal });
      },
      refetchInterval: REFRESH_MS,
    },
    queryClient,
  );
  const confirm = async (id: number): Promise<void> => {
    await call('guardEventConfirm', { body: { ids: [id] } }, { quiet: true }).catch(notifyFailure);
    await queryClient.invalidateQueries({ queryKey });
  };
  const events = data?.records ?? [];
  if (quiet && events.length === 0) return null;
  return (
    <section className="wd-card wd-video-panel" aria-label={t('video.events')}>
      <header className="wd-video-buttons">
        <h2>{t('video.events')}</h2>
        <Link to={EVENTS_PAGE}>{t('video.allEvents')}</Link>
      </header>
      {events.length === 0 && <p className="wd-quiet">{t('video.noEvents')}</p>}
      <ul>
        {events.map(({ id, title, kind, happenedAt, ipcId, picture }) => {
          const entry = dictionaries.ipcEventKind.entries.find(({ value }) => value === kind);
          return (
            <li key={id}>
              {picture && <EventPicture value={picture} title={title} />}
              <span>
                <button type="button" className="wd-video-link" onClick={() => ipcId && onCamera(ipcId)}>
                  {title}
                </button>
                <small className="wd-quiet">
                  {entry && text(entry.title)} · <TimeAgo at={happenedAt} />
                </small>
              </span>
              {mayConfirm && (
                <Button
                  size="small"
                  aria-label={t('video.confirmOf', { title })}
                  onClick={() => void confirm(id)}
                >
                  {t('video.confirm')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
