/** Describes content, station and time for printing and files. */
import { formatMoment } from '../../core/numbers/format.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { useSiteStore } from '../../kit/session/site.ts';
import { useBoards } from '../boards/boards.ts';
import { useBoardName } from '../boards/useBoardNames.ts';
import { captionWords, rangeCaption } from '../live/rangeCaption.ts';
import { useRound } from '../live/useBoardData.ts';
import { useBoardSession } from '../session/boardSession.ts';

/** Returns the names of the station and the board as on screen. */
export function useNames(): readonly [station: string, board: string] {
  const text = useText();
  const { station, boardId, presetTitle } = useBoardSession();
  const stationName = useSiteStore(({ stations }) => stations.find(({ sn }) => sn === station.sn)?.name);
  const nameOf = useBoardName();
  const { boards } = useBoards(presetTitle ? '' : station.sn);
  const board = boards?.find((one) => one.boardId === boardId);
  return [stationName ?? station.sn, presetTitle ? text(presetTitle) : nameOf(board)];
}

/** Returns the moment of the displayed values in epoch milliseconds. A paused board has the moment of the pause. */
export function useShownAt(): number {
  const { scheduler } = useBoardSession();
  const { at } = useRound(scheduler);
  return at ?? Date.now();
}

/** Returns the displayed moment as text with its time zone. */
export function useMoment(): string {
  const { moment } = useBoardSession();
  return `${formatMoment(useShownAt(), 'minute', moment.zone)} (${moment.zone})`;
}

/** Returns the period of the figures as text. If the periods of the widgets differ, the text covers all of them. */
export function usePeriod(): string {
  const t = useT();
  const { moment, shown } = useBoardSession();
  return captionWords(rangeCaption(shown, moment, useShownAt(), t));
}

export function useAbout(): string {
  const t = useT();
  const { moment } = useBoardSession();
  const period = usePeriod();
  return [
    ...(moment.historical ? [t('board.historical', { month: moment.historical })] : []),
    ...(moment.range ? [period] : []),
    useMoment(),
  ].join(' · ');
}
