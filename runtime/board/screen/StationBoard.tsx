import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { BoardWidget } from '../../../generated/definition.ts';
import { useLiveCommands } from '../../kit/command/commandStore.ts';
import { useT } from '../../kit/i18n/index.ts';
import { StatusPage } from '../../kit/states/StatusPage.tsx';
import { usePhone } from '../../kit/theme/useMedia.ts';
import { useBoardLook } from '../address/useBoardLook.ts';
import { boardNamed, renewBoards } from '../boards/boards.ts';
import { BoardQuestion } from '../build/BoardQuestion.tsx';
import { CATALOGUE_WIDTH } from '../catalogue/catalogueWidth.ts';
import { BoardConfig } from '../config/BoardConfig.tsx';
import { ConflictDialog } from '../conflict/lazy.ts';
import { askBoard } from '../document/boardServer.ts';
import type { BoardState } from '../document/boardStore.ts';
import { useBoard, useBoardStore } from '../document/useBoardStore.ts';
import { BoardGrid } from '../grid/BoardGrid.tsx';
import { boardMemory } from '../live/remembered.ts';
import { SectionProvider } from '../live/sections.tsx';
import { useBinding } from '../live/useBinding.ts';
import { type BoardMoment, PREVIEW_ID, useBoardData } from '../live/useBoardData.ts';
import { useBoardPlaces } from '../live/useBoardPlaces.ts';
import { useLiveBoard } from '../live/useLiveBoard.ts';
import { useBoardWords, useShownWidgets } from '../live/useShownWidgets.ts';
import { BoardSkeleton } from '../preset/BoardSkeleton.tsx';
import { BoardContext, type BoardSession } from '../session/boardSession.ts';
import { useAnnouncer } from '../session/useAnnouncer.tsx';
import { useBoardActions } from '../session/useBoardActions.ts';
import { useSelection } from '../session/useSelection.ts';
import { Kiosk } from '../view/lazy.ts';
import { recordAt } from '../widget/period.ts';
import { BoardNotices } from './BoardNotices.tsx';
import { BoardTabs } from './BoardTabs.tsx';
import { BoardToolbar } from './BoardToolbar.tsx';
import { commandsBoard } from './boardCommands.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { Builder, Catalogue, EmptyBoard, preloadTools } from './tools.ts';
import { useGridHandlers } from './useGridHandlers.tsx';
import { useToolbar } from './useToolbar.ts';

interface Props {
  station: { sn: string; simulated: boolean };
  /** Null: the station's own board. */
  boardId: number | null;
  moment: BoardMoment;
  userId: number;
  autoRefresh: boolean;
}

type Dialog = (close: () => void) => ReactNode;

const selectStatus = (state: BoardState) => state.status;
const selectDocument = (state: BoardState) => state.history.document;
const selectEditing = (state: BoardState) => state.editing;
const selectReadOnly = (state: BoardState) => state.readOnly;
const selectMayEdit = (state: BoardState) => state.saved.mayEdit;
const selectAnyStation = (state: BoardState) => state.saved.anyStation;
const selectConflict = (state: BoardState) => state.conflict;

/** The board of one station: looking at it, and building it. */
export function StationBoard({ station, boardId, moment, userId, autoRefresh }: Props) {
  const t = useT();
  const store = useBoardStore(station.sn, boardId, userId, recordAt(moment));
  const status = useBoard(store, selectStatus);
  const document = useBoard(store, selectDocument);
  const editing = useBoard(store, selectEditing);
  const readOnly = useBoard(store, selectReadOnly);
  const conflict = useBoard(store, selectConflict);
  const allowed = useBoard(store, selectMayEdit);
  const anyStation = useBoard(store, selectAnyStation);
  const mayEdit = allowed && !moment.historical && !readOnly;
  // On wide screens the header says beside the station's name that it is simulated.
  const phone = usePhone();
  const { say, region } = useAnnouncer();
  const look = useBoardLook();
  const words = useBoardWords(document);
  const { tabs, tab, openTab, layout, sections } = useBoardPlaces(document, words, editing, look.view);
  const selected = useSelection(store, document, tab);
  const actions = useBoardActions(store, tab, words, t, say);
  const [catalogue, setCatalogue] = useState(false);
  const [configuring, setConfiguring] = useState<string | null>(null);
  const [preview, setPreview] = useState<BoardWidget | null>(null);
  // A function: React would call one that is set bare.
  const [dialog, setDialog] = useState<{ render: Dialog } | null>(null);
  const closeDialog = useCallback(() => setDialog(null), []);
  const openDialog = useCallback((render: Dialog) => setDialog({ render }), []);

  const all = useMemo(
    () => (preview ? [...document.widgets, preview] : document.widgets),
    [document.widgets, preview],
  );
  const place = { stationSn: station.sn, boardId, anyStation };
  const named = useMemo(() => ({ ...document, widgets: all }), [document, all]);
  const bound = useBinding(place, named, look.view.device);
  const { shown: withPreview, reload } = useShownWidgets(all, words, bound.bind);
  const shown = useMemo(() => withPreview.filter(({ widget }) => widget.id !== PREVIEW_ID), [withPreview]);
  const [watchesAll, watchAll] = useState(false);
  // What is out of sight asks for nothing.
  const watched = useMemo(() => {
    if (watchesAll) return withPreview;
    const ids = new Set(layout.map(({ i }) => i));
    return withPreview.filter(({ widget: { id } }) => ids.has(id) || id === PREVIEW_ID);
  }, [withPreview, layout, watchesAll]);
  const live = autoRefresh && !moment.historical && !look.paused;
  const scheduler = useBoardData(watched, moment, live, {
    ask: askBoard(station.sn),
    memory: boardMemory(userId, station.sn, boardId),
  });
  useLiveBoard(scheduler, station.sn, live && status === 'ready');

  const session = useMemo<BoardSession>(
    () => ({
      station,
      boardId,
      store,
      scheduler,
      moment,
      look,
      actions,
      bound,
      tab,
      openTab,
      shown,
      editing,
      mayEdit,
      say,
      watchAll,
      open: openDialog,
    }),
    [
      station,
      boardId,
      store,
      scheduler,
      moment,
      look,
      actions,
      bound,
      tab,
      openTab,
      shown,
      editing,
      mayEdit,
      say,
      openDialog,
    ],
  );

  const { startEditing, discard } = store.getState();
  const handlers = useGridHandlers({ session, reload, configure: setConfiguring });
  const toolbar = useToolbar(session, {
    onAdd: () => setCatalogue(true),
    onDiscard: () => openDialog((close) => <BoardQuestion ask="discard" onYes={discard} onClose={close} />),
  });
  useEffect(() => {
    if (editing) preloadTools();
  }, [editing]);
  const isEmpty = document.widgets.length === 0;
  const onEdit = mayEdit && !isEmpty ? startEditing : undefined;
  const covered = configuring !== null || conflict !== null || dialog !== null;
  const commands = status === 'ready' ? commandsBoard({ session, onEdit, editing: toolbar }) : [];
  useLiveCommands(covered ? [] : commands);

  if (status === 'loading' || bound.status === 'loading') return <BoardSkeleton />;
  if (status === 'gone') {
    const own = () => {
      void renewBoards(station.sn);
      look.view.change({ board: boardNamed(null), tab: null });
    };
    return (
      <StatusPage
        icon="dashboard"
        title={t('board.gone')}
        text={t('board.goneText')}
        actions={[
          ...(boardId === null ? [] : [{ label: t('board.goneOwn'), primary: true, onClick: own }]),
          { label: t('common.retry'), onClick: () => void store.getState().load() },
        ]}
      />
    );
  }
  if (status === 'failed' || bound.status === 'failed') {
    const again = () => (status === 'failed' ? void store.getState().load() : bound.retry());
    return (
      <StatusPage
        icon="error"
        title={t('board.loadFailed')}
        text={t('board.loadFailedText')}
        alert
        actions={[{ label: t('common.retry'), primary: true, onClick: again }]}
      />
    );
  }
  const open = shown.find(({ widget }) => widget.id === configuring);
  return (
    <BoardContext value={session}>
      <div
        className="wd-board"
        data-editing={editing || undefined}
        data-catalogue={(editing && catalogue) || undefined}
      >
        <BoardToolbar
          simulated={phone && station.simulated}
          commands={commands}
          onEdit={onEdit}
          editing={toolbar}
        />
        <BoardNotices store={store} moment={moment} mayEdit={mayEdit} />
        {isEmpty && !readOnly && !(editing && catalogue) && (
          <EmptyBoard
            stationSn={station.sn}
            mayEdit={mayEdit}
            onAdd={() => {
              startEditing();
              setCatalogue(true);
            }}
            onPreset={actions.usePreset}
          />
        )}
        <BoardTabs tabs={tabs} active={tab} editing={editing} onOpen={openTab} />
        {!isEmpty && layout.length === 0 && <p className="wd-board-blank">{t('board.tab.empty')}</p>}
        <SectionProvider value={sections}>
          <BoardGrid
            shown={shown}
            layout={layout}
            selected={selected}
            moment={moment}
            editing={editing}
            wall={look.wall}
            taken={editing && catalogue ? CATALOGUE_WIDTH : 0}
            scheduler={scheduler}
            handlers={handlers}
          />
        </SectionProvider>
        {/* An empty board takes what is pasted, too. */}
        {(editing || (mayEdit && isEmpty)) && <Builder covered={covered} />}
        {editing && (
          <Catalogue
            open={catalogue}
            moment={moment}
            onClose={() => setCatalogue(false)}
            onAdd={(type) => actions.add(type)}
          />
        )}
        {open && (
          <BoardConfig
            key={open.widget.id}
            open={open}
            withPreview={withPreview}
            onPreview={setPreview}
            onClose={() => setConfiguring(null)}
          />
        )}
        {dialog?.render(closeDialog)}
        {look.view.kiosk !== null && <Kiosk />}
        {conflict && <ConflictDialog key={conflict.version} theirs={conflict} />}
        <LeaveGuard store={store} onSave={() => actions.save()} />
        {region}
      </div>
    </BoardContext>
  );
}
