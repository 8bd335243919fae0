import { Suspense, useEffect, useMemo, useState } from 'react';
import type { BoardWidget } from '../../generated/definition.ts';
import { useLiveCommands } from '../command/commandStore.ts';
import { type Translate, useT } from '../i18n/index.ts';
import { StatusPage } from '../page/StatusPage.tsx';
import { useSession } from '../shell/session.ts';
import { usePhone } from '../shell/useMedia.ts';
import { BoardGrid, type GridHandlers } from './BoardGrid.tsx';
import { BoardNotices } from './BoardNotices.tsx';
import { BoardSkeleton } from './BoardSkeleton.tsx';
import { BoardToolbar, type ToolbarEditing } from './BoardToolbar.tsx';
import { commands_board } from './boardCommands.ts';
import { type BoardState, isDirty } from './boardStore.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import {
  CATALOGUE_WIDTH,
  Catalogue,
  ConfigDialog,
  EmptyBoard,
  PREVIEW_ID,
  preloadTools,
  QuestionDialog,
} from './tools.ts';
import { useAnnouncer } from './useAnnouncer.tsx';
import { type BoardActions, useBoardActions } from './useBoardActions.ts';
import { type BoardMoment, useBoardData } from './useBoardData.ts';
import { type BoardStore, useBoard, useBoardStore } from './useBoardStore.ts';
import { useLiveBoard } from './useLiveBoard.ts';
import { useShownWidgets } from './useShownWidgets.ts';
import { useWidgetName } from './WidgetView.tsx';

interface Props {
  station: { sn: string; simulated: boolean };
  moment: BoardMoment;
  userId: number;
  autoRefresh: boolean;
}

/** What the person is asked at the moment. */
type Question = 'discard' | { remove: string };

const selectStatus = (state: BoardState) => state.status;
const selectDocument = (state: BoardState) => state.history.document;
const selectEditing = (state: BoardState) => state.editing;
const selectReadOnly = (state: BoardState) => state.readOnly;
const selectConflict = (state: BoardState) => state.conflict;
const selectSaving = (state: BoardState) => state.saving;

function stepText(t: Translate, label: string | undefined): string | null {
  return label === undefined ? null : t(label as Parameters<Translate>[0]);
}

function useToolbar(
  store: BoardStore,
  actions: BoardActions,
  t: Translate,
  { onAdd, onDiscard }: { onAdd(): void; onDiscard(): void },
): ToolbarEditing | null {
  const editing = useBoard(store, selectEditing);
  const dirty = useBoard(store, isDirty);
  const saving = useBoard(store, selectSaving);
  const last = useBoard(store, (state) => state.history.past.at(-1)?.label);
  const next = useBoard(store, (state) => state.history.future[0]?.label);
  if (!editing) return null;
  return {
    dirty,
    saving,
    undo: stepText(t, last),
    redo: stepText(t, next),
    onAdd,
    onUndo: actions.undo,
    onRedo: actions.redo,
    onCancel: () => (dirty ? onDiscard() : store.getState().discard()),
    onSave: () => void actions.save(),
  };
}

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
  const [question, setQuestion] = useState<Question | null>(null);

  const all = useMemo(
    () => (preview ? [...document.widgets, preview] : document.widgets),
    [document.widgets, preview],
  );
  const { shown: withPreview, reload } = useShownWidgets(all);
  const shown = useMemo(() => withPreview.filter(({ widget }) => widget.id !== PREVIEW_ID), [withPreview]);
  const live = autoRefresh && !moment.historical;
  const scheduler = useBoardData(withPreview, moment, live);
  useLiveBoard(scheduler, station.sn, live && status === 'ready');
  const nameOf = useWidgetName();

  const { startEditing } = store.getState();
  const handlers = useMemo<GridHandlers>(
    () => ({
      onArrange: actions.arrange,
      onAdd: actions.add,
      onConfigure: setConfiguring,
      onDuplicate: actions.duplicate,
      onRemove: (id) => setQuestion({ remove: id }),
      onReload: reload,
      onCommand(id, command) {
        if (command.do === 'configure') setConfiguring(id);
        else if (command.do === 'remove') setQuestion({ remove: id });
        else actions.move(id, command);
      },
    }),
    [actions, reload],
  );
  const toolbar = useToolbar(store, actions, t, {
    onAdd: () => setCatalogue(true),
    onDiscard: () => setQuestion('discard'),
  });
  useEffect(() => {
    if (editing) preloadTools();
  }, [editing]);
  const isEmpty = document.widgets.length === 0;
  const onEdit = mayEdit && !isEmpty ? startEditing : undefined;
  const covered = configuring !== null || conflict !== null || question !== null;
  useLiveCommands(covered ? [] : commands_board({ onEdit, editing: toolbar }));

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
  const ask = (next: Question | null) => () => setQuestion(next);
  const answer = () => {
    if (question === 'discard') store.getState().discard();
    else if (question) actions.remove(question.remove);
    setQuestion(null);
  };
  const open = shown.find(({ widget }) => widget.id === configuring);
  return (
    <div
      className="wd-board"
      data-editing={editing || undefined}
      data-catalogue={(editing && catalogue) || undefined}
    >
      <BoardToolbar
        simulated={phone && station.simulated}
        historical={moment.historical}
        zone={moment.zone}
        scheduler={scheduler}
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
        {open?.resolved.state === 'ready' && (
          <ConfigDialog
            key={open.widget.id}
            widget={open.widget}
            resolved={open.resolved}
            name={nameOf(open)}
            moment={moment}
            scheduler={scheduler}
            rows={
              document.layouts.lg.find((item) => item.i === open.widget.id)?.h ??
              open.resolved.definition.size.h
            }
            preview={withPreview.find(({ widget }) => widget.id === PREVIEW_ID) ?? null}
            onPreview={setPreview}
            onCancel={() => setConfiguring(null)}
            onSave={(config) => {
              actions.configure(open.widget.id, config);
              setConfiguring(null);
            }}
          />
        )}
        {question && (
          <QuestionDialog
            title={t(question === 'discard' ? 'board.discardTitle' : 'board.removeTitle')}
            text={question === 'discard' ? [t('board.discardText')] : []}
            onClose={ask(null)}
            answers={[
              {
                label: t(question === 'discard' ? 'board.keepEditing' : 'common.cancel'),
                onClick: ask(null),
              },
              {
                label: t(question === 'discard' ? 'board.discard' : 'board.removeYes'),
                kind: 'danger',
                onClick: answer,
              },
            ]}
          />
        )}
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
  );
}
