/** Loads a board of a station with its widgets and their data. */
import type { Text } from '../../../generated/definition.ts';
import { useSameRecord } from '../../kit/browser/useSameRecord.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useBoardLook } from '../address/useBoardLook.ts';
import { askBoard } from '../document/boardServer.ts';
import type { BoardState } from '../document/boardStore.ts';
import { useBoard, useBoardStore } from '../document/useBoardStore.ts';
import { boardMemory } from '../live/boardMemory.ts';
import { useBinding } from '../live/useBinding.ts';
import { type BoardMoment, useBoardData } from '../live/useBoardData.ts';
import { useBoardPlaces } from '../live/useBoardPlaces.ts';
import { useLiveBoard } from '../live/useLiveBoard.ts';
import { usePreviewed, useUnpreviewed } from '../live/usePreviewed.ts';
import { useBoardWords, useShownWidgets } from '../live/useShownWidgets.ts';
import { useWatched } from '../live/useWatched.ts';
import { presetServer } from '../preset/presetServer.ts';
import type { BoardSession } from '../session/boardSession.ts';
import { useAnnouncer } from '../session/useAnnouncer.tsx';
import { useBoardActions } from '../session/useBoardActions.ts';
import { useOneDialog } from '../session/useOneDialog.ts';
import { recordAt } from '../widget/period.ts';

export interface BoardAddress {
  station: { sn: string; simulated?: boolean | null };
  /** Null for the station's own board. */
  boardId: number | null;
  /** The preset that a page shows in place of a board. */
  preset?: { name: string; title: Text } | undefined;
  moment: BoardMoment;
  userId: number;
  autoRefresh: boolean;
}

const selectStatus = (state: BoardState) => state.status;
const selectDocument = (state: BoardState) => state.history.document;
const selectEditing = (state: BoardState) => state.editing;
const selectReadOnly = (state: BoardState) => state.readOnly;
const selectMayEdit = (state: BoardState) => state.saved.mayEdit;
const selectAnyStation = (state: BoardState) => state.saved.anyStation;

export type OpenBoard = ReturnType<typeof useOpenBoard>;

export function useOpenBoard({ station, boardId, preset, moment, userId, autoRefresh }: BoardAddress) {
  const t = useT();
  const store = useBoardStore({
    ...{ stationSn: station.sn, boardId, userId, moment: recordAt(moment) },
    fixed: preset ? presetServer(preset.name, station.sn) : null,
  });
  const status = useBoard(store, selectStatus);
  const document = useBoard(store, selectDocument);
  const editing = useBoard(store, selectEditing);
  const readOnly = useBoard(store, selectReadOnly);
  const allowed = useBoard(store, selectMayEdit);
  const anyStation = useBoard(store, selectAnyStation);
  const { say, region } = useAnnouncer();
  const { openDialog, ...dialogs } = useOneDialog();
  const look = useBoardLook();
  const words = useBoardWords(document);
  const { tabs, tab, openTab, layout, sections } = useBoardPlaces(document, words, editing, look.view);
  const actions = useBoardActions({ store, words, t, say }, tab);

  const { previewed, onPreview } = usePreviewed(document);
  const bound = useBinding({ stationSn: station.sn, boardId, anyStation }, previewed, look.view.device);
  const { shown: withPreview, reload } = useShownWidgets(previewed.widgets, words, bound.bind);
  const shown = useUnpreviewed(withPreview);
  const { watched, watchAll } = useWatched(withPreview, layout);
  const live = autoRefresh && !moment.historical && !look.paused;
  const scheduler = useBoardData(watched, moment, live, {
    ask: askBoard(station.sn),
    ...(!preset && { memory: boardMemory(userId, station.sn, boardId) }),
  });
  useLiveBoard(scheduler, station.sn, live && status === 'ready');

  const session = useSameRecord<BoardSession>({
    ...{
      station,
      boardId,
      presetTitle: preset?.title ?? null,
      autoRefresh,
      store,
      scheduler,
      moment,
      look,
      actions,
      bound,
      tab,
      openTab,
      shown,
    },
    ...{ editing, say, watchAll, open: openDialog },
    mayEdit: allowed && !moment.historical && !readOnly,
  });
  return {
    ...{ status, document, readOnly, session, region, dialogs },
    ...{ tabs, layout, sections, withPreview, onPreview, reload },
  };
}
