import { type CSSProperties, useEffect, useState } from 'react';
import { useLiveCommands } from '../../kit/command/commandStore.ts';
import { useT } from '../../kit/i18n/index.ts';
import { StatusPage } from '../../kit/states/StatusPage.tsx';
import { usePhone } from '../../kit/theme/useMedia.ts';
import { BoardQuestion } from '../build/BoardQuestion.tsx';
import { CATALOGUE_WIDTH } from '../catalogue/catalogueWidth.ts';
import { BoardConfig } from '../config/BoardConfig.tsx';
import { ConflictDialog } from '../conflict/lazy.ts';
import type { BoardState } from '../document/boardStore.ts';
import { useBoard } from '../document/useBoardStore.ts';
import { BoardGrid, type GridHandlers } from '../grid/BoardGrid.tsx';
import { SectionProvider } from '../live/sections.tsx';
import { BoardContext } from '../session/boardSession.ts';
import { useSelection } from '../session/useSelection.ts';
import { Kiosk } from '../view/lazy.ts';
import { BoardNotices } from './BoardNotices.tsx';
import { BoardTabs } from './BoardTabs.tsx';
import { BoardToolbar } from './BoardToolbar.tsx';
import { commandsBoard } from './boardCommands.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { Builder, Catalogue, EmptyBoard, preloadTools } from './tools.ts';
import { useAdding } from './useAdding.ts';
import { useGridHandlers } from './useGridHandlers.tsx';
import type { OpenBoard } from './useOpenBoard.ts';
import { useToolbar } from './useToolbar.ts';

const BESIDE_CATALOGUE = {
  'data-catalogue': true,
  style: { '--wd-catalogue-width': `${CATALOGUE_WIDTH}px` } as CSSProperties,
};

const selectConflict = (state: BoardState) => state.conflict;

/** Shows the tabs of a board, and the widgets of the open tab. */
function BoardSheet({ board, handlers }: { board: OpenBoard; handlers: GridHandlers }) {
  const t = useT();
  const { document, session, tabs, layout, sections } = board;
  const { store, tab, openTab, shown, moment, editing, look, scheduler } = session;
  const selected = useSelection(store, document, tab);
  return (
    <>
      <BoardTabs tabs={tabs} active={tab} editing={editing} onOpen={openTab} />
      {document.widgets.length > 0 && layout.length === 0 && (
        <p className="wd-board-blank">{t('board.tab.empty')}</p>
      )}
      <SectionProvider value={sections}>
        <BoardGrid {...{ shown, layout, selected, moment, editing, scheduler, handlers }} wall={look.wall} />
      </SectionProvider>
    </>
  );
}

/** Returns a board's toolbar, commands and dialogs. */
function useBoardTools({ session, status, document, dialogs, reload }: OpenBoard) {
  const { store, editing, mayEdit, open } = session;
  const [catalogue, setCatalogue] = useState(false);
  const [configuring, setConfiguring] = useState<string | null>(null);
  const conflict = useBoard(store, selectConflict);
  const { startEditing, discard } = store.getState();
  const add = useAdding(session, setConfiguring);
  const handlers = useGridHandlers({ session, reload, configure: setConfiguring, add });
  const toolbar = useToolbar(session, {
    onAdd: () => setCatalogue(true),
    onDiscard: () => open((close) => <BoardQuestion ask="discard" onYes={discard} onClose={close} />),
  });
  useEffect(() => {
    if (editing) preloadTools();
  }, [editing]);
  const onEdit = mayEdit && document.widgets.length > 0 ? startEditing : undefined;
  const covered = configuring !== null || conflict !== null || dialogs.isOpen;
  const commands = status === 'ready' ? commandsBoard({ session, onEdit, editing: toolbar }) : [];
  useLiveCommands(covered ? [] : commands);
  return {
    ...{ catalogue, setCatalogue, configuring, setConfiguring, conflict },
    ...{ add, handlers, toolbar, commands, covered, onEdit },
  };
}

/** Shows the board of one station, to view it and to edit it. */
export function BoardScreen(board: OpenBoard) {
  const t = useT();
  const { session, document, readOnly, region, dialogs, withPreview, onPreview } = board;
  const { station, store, moment, editing, mayEdit, look, shown, actions, presetTitle } = session;
  const { catalogue, setCatalogue, configuring, setConfiguring, ...tools } = useBoardTools(board);
  const { add, handlers, toolbar, commands, covered, onEdit, conflict } = tools;
  // On wide screens the header already marks a simulated station.
  const phone = usePhone();
  const isEmpty = document.widgets.length === 0;
  const picksWidgets = editing && catalogue;
  const configured = shown.find(({ widget }) => widget.id === configuring);
  const addFirst = () => {
    store.getState().startEditing();
    setCatalogue(true);
  };
  return (
    <BoardContext value={session}>
      <div
        className="wd-board"
        data-editing={editing || undefined}
        {...(picksWidgets && !phone && BESIDE_CATALOGUE)}
      >
        <BoardToolbar
          simulated={phone && station.simulated === true}
          commands={commands}
          onEdit={onEdit}
          editing={toolbar}
        />
        <BoardNotices store={store} moment={moment} mayEdit={mayEdit} />
        {isEmpty && presetTitle && (
          <StatusPage icon="dashboard" title={t('board.presetEmpty')} text={t('board.presetEmptyText')} />
        )}
        {isEmpty && !presetTitle && !readOnly && !picksWidgets && (
          <EmptyBoard
            stationSn={station.sn}
            mayEdit={mayEdit}
            onAdd={addFirst}
            onPreset={actions.usePreset}
          />
        )}
        <BoardSheet board={board} handlers={handlers} />
        {/* Widgets can also be pasted on an empty board. */}
        {(editing || (mayEdit && isEmpty)) && <Builder covered={covered} />}
        {editing && (
          <Catalogue
            open={catalogue}
            moment={moment}
            onClose={() => setCatalogue(false)}
            onAdd={(type) => {
              // On a phone the catalogue covers the board, and would hide the new widget.
              if (phone) setCatalogue(false);
              add(type);
            }}
          />
        )}
        {configured && (
          <BoardConfig
            key={configured.widget.id}
            open={configured}
            withPreview={withPreview}
            onPreview={onPreview}
            onClose={() => setConfiguring(null)}
          />
        )}
        {dialogs.dialog}
        {look.view.kiosk !== null && <Kiosk />}
        {conflict && <ConflictDialog key={conflict.version} theirs={conflict} />}
        <LeaveGuard store={store} onSave={() => actions.save()} />
        {region}
      </div>
    </BoardContext>
  );
}
