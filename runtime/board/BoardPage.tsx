import { useMemo } from 'react';
import { useLocation } from 'react-router';
import type { PageDefinition } from '../../generated/definition.ts';
import { useLang, useT } from '../i18n/index.ts';
import { StatusPage } from '../page/StatusPage.tsx';
import { useSession } from '../shell/session.ts';
import { useSite } from '../shell/site.ts';
import './board.css';
import { BoardSkeleton } from './BoardSkeleton.tsx';
import { StationBoard } from './StationBoard.tsx';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** `?record=YYYY-MM`: the read-only view of a saved record (decision 31). */
export function recordMonth(search: string): string | null {
  const month = new URLSearchParams(search).get('record');
  return month !== null && MONTH.test(month) ? month : null;
}

/** The board of the selected site. */
export default function BoardPage({ page }: { page: PageDefinition }) {
  const t = useT();
  const lang = useLang();
  const { status, stations, stationSn, load } = useSite();
  const userId = useSession((session) => session.user?.userId ?? 0);
  const historical = recordMonth(useLocation().search);
  const station = stations.find(({ sn }) => sn === stationSn);
  const zone = station?.timeZone ?? 'UTC';
  const moment = useMemo(
    () => ({ stationSn: stationSn ?? '', zone, historical, lang, range: null }),
    [stationSn, zone, historical, lang],
  );
  if (status === 'failed') {
    return (
      <StatusPage
        icon="error"
        title={t('board.stationsFailed')}
        text={t('board.stationsFailedText')}
        alert
        actions={[{ label: t('common.retry'), primary: true, onClick: () => void load() }]}
      />
    );
  }
  if (status === 'ready' && !station) {
    return <StatusPage icon="station" title={t('board.noStation')} text={t('board.noStationText')} />;
  }
  if (!station) return <BoardSkeleton />;
  // Another station or another moment is another board: nothing of the old one may linger.
  return (
    <StationBoard
      key={`${station.sn} ${historical ?? ''}`}
      station={station}
      moment={moment}
      userId={userId}
      autoRefresh={page.flags?.autoRefresh === true}
    />
  );
}
