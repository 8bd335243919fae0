import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import type { BoardWidget } from '../../generated/definition.ts';
import { useLiveCommands } from '../command/commandStore.ts';
import { useT } from '../i18n/index.ts';
import { StatusPage } from '../page/StatusPage.tsx';
import { useSession } from '../shell/session.ts';
import { usePhone } from '../shell/useMedia.ts';
import { BoardConfig } from './BoardConfig.tsx';
import { BoardGrid, type GridHandlers } from './BoardGrid.tsx';
import { BoardNotices } from './BoardNotices.tsx';
import { BoardQuestion } from './BoardQuestion.tsx';
import { BoardSkeleton } from './BoardSkeleton.tsx';
import { BoardToolbar } from './BoardToolbar.tsx';
import { commands_board } from './boardCommands.ts';
import { BoardContext, type BoardSession } from './boardSession.ts';
import type { BoardState } from './boardStore.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { CATALOGUE_WIDTH, Catalogue, EmptyBoard, PREVIEW_ID, preloadTools } from './tools.ts';
import { useAnnouncer } from './useAnnouncer.tsx';
import { useBoardActions } from './useBoardActions.ts';
import { type BoardMoment, useBoardData } from './useBoardData.ts';
import { useBoard, useBoardStore } from './useBoardStore.ts';
import { useLiveBoard } from './useLiveBoard.ts';
import { useShownWidgets } from './useShownWidgets.ts';
import { useToolbar } from './useToolbar.ts';

interface Props {
  station: { sn: string; simulated: boolean };
  moment: BoardMoment;
  userId: number;
  autoRefresh: boolean;
}

type Dialog = (close: () => void) => ReactNode;

const selectStatus = (state: BoardState) => state.status;
const selectDocument = (state: BoardState) => state.history.document;
const selectEditing = (state: BoardState) => state.editing;
const selectReadOnly = (state: BoardState) => state.readOnly;
const selectConflict = (state: BoardState) => state.conflict;

/** The board of one station: looking at it, and building it. */
export function StationBoard({ station, moment, userId, autoRefresh }: Props) {
  const t = useT();
  const store = useBoardStore(station.sn, userId);
  const status = useBoard(store, selectStatus);
  const document = useBoard(store, selectDocument);
  const editing = useBoard(store, selectEditing);
  const readOnly = useBoard(store, selectReadOnly);
  const conflict = useBoard(store, selectConflict);
  const mayEdit = useSession((session) => session.can('kanban:update')) && !moment.historical && !readOnly;
  // On wide screens the header says beside the station's name that it is simulated.
  const phone = usePhone();
  const { say, region } = useAnnouncer();
  const actions = useBoardActions(store, t, say);
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
  const { shown: withPreview, reload } = useShownWidgets(all);
  const shown = useMemo(() => withPreview.filter(({ widget }) => widget.id !== PREVIEW_ID), [withPreview]);
  const live = autoRefresh && !moment.historical;
  const scheduler = useBoardData(withPreview, moment, live);
  useLiveBoard(scheduler, station.sn, live && status === 'ready');

  const session = useMemo<BoardSession>(
    () => ({
      station,
      store,
      scheduler,
      moment,
      actions,
      shown,
      editing,
      mayEdit,
      say,
      open: openDialog,
    }),
    [station, store, scheduler, moment, actions, shown, editing, mayEdit, say, openDialog],
  );

  const { startEditing, discard } = store.getState();
  const remove = useCallback(
    (id: string) =>
      openDialog((close) => <BoardQuestion ask="remove" onYes={() => actions.remove(id)} onClose={close} />),
    [openDialog, actions],
  );
  const handlers = useMemo<GridHandlers>(
    () => ({
      onArrange: actions.arrange,
      onAdd: actions.add,
      onConfigure: setConfiguring,
      onDuplicate: actions.duplicate,
      onRemove: remove,
      onReload: reload,
      onCommand(id, command) {
        if (command.do === 'configure') setConfiguring(id);
        else if (command.do === 'remove') remove(id);
        else actions.move(id, command);
      },
    }),
    [actions, reload, remove],
  );
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
  const commands = status === 'ready' ? commands_board({ session, onEdit, editing: toolbar }) : [];
  useLiveCommands(covered ? [] : commands);

  if (status === 'loading') return <BoardSkeleton />;
  if (status === 'failed') {
    return (
      <StatusPage
        icon="error"
        title={t('board.loadFailed')}
        text={t('board.loadFailedText')}
        alert
        actions={[{ label: t('common.retry'), primary: true, onClick: () => void store.getState().load() }]}
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
        <BoardNotices store={store} zone={moment.zone} mayEdit={mayEdit} />
        {isEmpty && !(editing && catalogue) && (
          <Suspense>
            <EmptyBoard
              stationSn={station.sn}
              mayEdit={mayEdit}
              onAdd={() => {
                startEditing();
                setCatalogue(true);
              }}
              onPreset={actions.usePreset}
            />
          </Suspense>
        )}
        <BoardGrid
          shown={shown}
          layout={document.layouts.lg}
          moment={moment}
          editing={editing}
          taken={editing && catalogue ? CATALOGUE_WIDTH : 0}
          scheduler={scheduler}
          handlers={handlers}
        />
        <Suspense>
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
          {conflict && (
            <ConflictDialog
              current={conflict}
              zone={moment.zone}
              saving={store.getState().saving}
              onTakeTheirs={store.getState().takeTheirs}
              onOverwrite={() => void actions.save(conflict.version)}
              onBack={store.getState().keepEditing}
            />
          )}
        </Suspense>
        <LeaveGuard store={store} onSave={() => actions.save()} />
        {region}
      </div>
    </BoardContext>
  );
}
