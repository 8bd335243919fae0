/** Handles the pointer and the keys of the grid on this board. */
import { useCallback, useMemo } from 'react';
import { layoutOn } from '../../core/document/tabs.ts';
import { useT } from '../../kit/i18n/index.ts';
import { BoardQuestion } from '../build/BoardQuestion.tsx';
import { DataDialog } from '../export/lazy.ts';
import type { GridHandlers } from '../grid/BoardGrid.tsx';
import type { BoardSession } from '../session/boardSession.ts';
import { neighbour } from '../session/keys.ts';

interface HandlerOptions {
  session: BoardSession;
  reload(): void;
  configure(id: string): void;
  add: GridHandlers['onAdd'];
}

const focusWidget = (id: string) => document.querySelector<HTMLElement>(`[data-widget="${id}"]`)?.focus();

export function useGridHandlers({ session, reload, configure, add }: HandlerOptions): GridHandlers {
  const t = useT();
  const { actions, store, open, say, tab, mayEdit } = session;
  const remove = useCallback(
    (id: string) => {
      const ids = actions.targets(id);
      open((close) => (
        <BoardQuestion ask="remove" count={ids.length} onYes={() => actions.remove(ids)} onClose={close} />
      ));
    },
    [open, actions],
  );
  return useMemo<GridHandlers>(() => {
    const state = () => store.getState();
    const isLocked = (id: string) =>
      state().history.document.widgets.some((widget) => widget.id === id && widget.locked);
    const select = (ids: readonly string[]) => {
      state().select(ids);
      say(t('board.say.selected', { count: ids.length }));
    };
    const toggle = (id: string) => {
      const { selected } = state();
      select(selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id]);
    };
    return {
      onArrange: actions.arrange,
      onDrag: actions.drag,
      onAdd: add,
      onConfigure: configure,
      onDuplicate: (id) => actions.duplicate(actions.targets(id)),
      onLock: (id, locked) => actions.lock(actions.targets(id), locked),
      onRemove: remove,
      onReload: reload,
      onChoose: mayEdit
        ? (id) => {
            state().startEditing();
            configure(id);
          }
        : undefined,
      onData: (id) => open((close) => <DataDialog id={id} onClose={close} />),
      onSelect(id, more) {
        if (id === null) return state().select([]);
        if (more) toggle(id);
        else state().select([id]);
      },
      onCommand(id, command) {
        if (command.do === 'toggle') return toggle(id);
        if (command.do === 'clear') return select([]);
        if (command.do === 'extend') {
          const next = neighbour(layoutOn(state().history.document, tab), id, command.direction);
          if (!next) return;
          select([...new Set([...state().selected, id, next])]);
          return focusWidget(next);
        }
        if (command.do === 'move' || command.do === 'resize') return actions.move(id, command);
        if (isLocked(id)) return say(t('board.say.locked', { name: actions.naming([id]) }));
        if (command.do === 'configure') configure(id);
        else remove(id);
      },
    };
  }, [actions, store, open, say, tab, mayEdit, t, reload, configure, add, remove]);
}
