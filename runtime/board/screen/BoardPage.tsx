import { useEffect, useMemo } from 'react';
import type { PageDefinition } from '../../../generated/definition.ts';
import { useLang, useT } from '../../kit/i18n/index.ts';
import { useSession } from '../../kit/session/session.ts';
import { StatusPage } from '../../kit/states/StatusPage.tsx';
import './board.css';
import { parseRange } from '../address/boardView.ts';
import { useBoardView } from '../address/useBoardView.ts';
import { useStationOfView } from '../address/useStationOfView.ts';
import { chooseBoard, useBoards } from '../boards/boards.ts';
import { prefetchBoard } from '../document/boardServer.ts';
import { BoardSkeleton } from '../preset/BoardSkeleton.tsx';
import { ZoomProvider } from '../view/zoom.tsx';
import { recordAt } from '../widget/period.ts';
import { StationBoard } from './StationBoard.tsx';

/** Shows the board that the address names, with its station and time. */
export default function BoardPage({ page }: { page: PageDefinition }) {
  const t = useT();
  const lang = useLang();
  const view = useBoardView();
  const { site, station, unknown } = useStationOfView(view);
  const { status, stationSn, load } = site;
  const userId = useSession((session) => session.user?.userId ?? 0);
  const sn = station?.sn ?? '';
  const zone = station?.timeZone ?? 'UTC';
  const { board, record: historical, dept } = view;
  const { preset } = page;
  const chosen = chooseBoard(board, useBoards(preset === undefined ? sn : ''));
  const boardId = preset === undefined ? chosen : null;
  const choosing = station !== undefined && boardId === undefined;
  // Loads the station's own board at once, because it is the usual one. The list of boards is loaded in parallel.
  useEffect(() => {
    if (choosing) prefetchBoard(sn, null, recordAt({ zone, historical }));
  }, [choosing, sn, zone, historical]);
  const range = useMemo(() => parseRange(view.range, zone), [view.range, zone]);
  const moment = useMemo(
    () => ({ stationSn: sn, zone, historical, lang, range, dept }),
    [sn, zone, historical, lang, range, dept],
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
  if (unknown) {
    return (
      <StatusPage
        icon="station"
        title={t('look.stationUnknown', { sn: view.station ?? '' })}
        text={t('look.stationUnknownText')}
        actions={[
          {
            label: t('look.stationOther'),
            primary: true,
            onClick: () => view.change({ station: stationSn, board: null, tab: null, device: null }),
          },
        ]}
      />
    );
  }
  if (status === 'ready' && stationSn === null) {
    return <StatusPage icon="station" title={t('board.noStation')} text={t('board.noStationText')} />;
  }
  if (!station || boardId === undefined) return <BoardSkeleton />;
  // Another station, board or moment mounts a new screen, without any state of the previous one.
  return (
    <ZoomProvider view={view}>
      <StationBoard
        key={`${station.sn} ${boardId ?? ''} ${historical ?? ''}`}
        station={station}
        boardId={boardId}
        preset={preset === undefined ? undefined : { name: preset, title: page.title }}
        moment={moment}
        userId={userId}
        autoRefresh={page.flags?.autoRefresh === true}
      />
    </ZoomProvider>
  );
}
