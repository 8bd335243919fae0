import { Link } from 'react-router';
import { type BoardEntry, nameBoard, useBoards } from '../../../runtime/board/boards/boards.ts';
import { useBoardName } from '../../../runtime/board/boards/useBoardNames.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { type Station, useSite } from '../../../runtime/kit/session/site.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';
import { Bones, Card } from './Card.tsx';

const BOARDS = '/main/ems/map/monitor/dashboard';
const SHOWN = 6;
const STATIONS_SHOWN = 5;

/** Ranks boards: first the default, then favourites, then the user's boards. */
const rank = ({ isDefault, favourite, mine }: BoardEntry): number =>
  isDefault ? 0 : favourite ? 1 : mine ? 2 : 3;

function addressOf(stationSn: string, board?: BoardEntry): string {
  const params = new URLSearchParams({ station: stationSn });
  if (board) params.set('board', nameBoard(board.boardId));
  return `${BOARDS}?${params}`;
}

function BoardList({ station }: { station: Station }) {
  const t = useT(texts);
  const nameOf = useBoardName();
  const { boards, failed } = useBoards(station.sn);
  if (!boards) return failed ? <p className="wd-start-note">{t('start.failed')}</p> : <Bones />;
  return (
    <ul className="wd-start-tiles">
      {[...boards]
        .sort((a, b) => rank(a) - rank(b))
        .slice(0, SHOWN)
        .map((board) => (
          <li key={nameBoard(board.boardId)}>
            <Link to={addressOf(station.sn, board)}>
              <Icon name={board.favourite ? 'star' : 'dashboard'} size={16} />
              <span className="wd-ellipsis">{nameOf(board)}</span>
            </Link>
          </li>
        ))}
    </ul>
  );
}

/** Lists the boards of the last opened station, with links to other stations. */
export function OwnBoards() {
  const t = useT(texts);
  const { status, stations, stationSn } = useSite();
  const station = stations.find(({ sn }) => sn === stationSn);
  const others = stations.filter(({ sn }) => sn !== stationSn).slice(0, STATIONS_SHOWN);
  if (status === 'failed' || (status === 'ready' && !station)) return null;
  return (
    <Card icon="dashboard" title={t('start.boards')} to={BOARDS}>
      {station ? (
        <>
          <p className="wd-start-note">{station.name}</p>
          <BoardList station={station} />
        </>
      ) : (
        <Bones />
      )}
      {others.length > 0 && (
        <>
          <p className="wd-start-note">{t('start.otherStations')}</p>
          <ul className="wd-start-lines">
            {others.map(({ sn, name }) => (
              <li key={sn}>
                <Link to={addressOf(sn)}>{name}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
