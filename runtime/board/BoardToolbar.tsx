import { Button, Tooltip } from 'antd';
import { moment_format } from '../core/format.ts';
import type { Scheduler } from '../core/scheduler/scheduler.ts';
import { useT } from '../i18n/index.ts';
import { Icon } from '../theme/Icon.tsx';
import { useRound } from './useBoardData.ts';

export interface ToolbarEditing {
  dirty: boolean;
  saving: boolean;
  /** The step that would be undone or redone, in words. */
  undo: string | null;
  redo: string | null;
  onAdd(): void;
  onUndo(): void;
  onRedo(): void;
  onCancel(): void;
  onSave(): void;
}

interface Props {
  simulated: boolean;
  historical: string | null;
  zone: string;
  scheduler: Scheduler;
  /** Absent without the permission to change the board. */
  onEdit?(): void;
  editing: ToolbarEditing | null;
}

function Freshness({ scheduler, zone }: { scheduler: Scheduler; zone: string }) {
  const t = useT();
  const { at, failed } = useRound(scheduler);
  if (at === null) return null;
  const time = moment_format(at, 'time', zone);
  return (
    <span className="wd-board-fresh" data-failed={failed || undefined} title={zone}>
      {failed && <Icon name="warning" size={14} />}
      {t(failed ? 'board.refreshFailedAt' : 'board.updatedAt', { time })}
    </span>
  );
}

function EditButtons(editing: ToolbarEditing) {
  const t = useT();
  const { undo, redo, dirty, saving } = editing;
  const undoText = undo ? t('board.undoStep', { step: undo }) : t('board.undo');
  const redoText = redo ? t('board.redoStep', { step: redo }) : t('board.redo');
  return (
    <>
      <Button icon={<Icon name="plus" size={16} />} onClick={editing.onAdd}>
        {t('board.add')}
      </Button>
      <span className="wd-board-history">
        <Tooltip title={`${undoText} (Ctrl+Z)`}>
          <Button
            icon={<Icon name="undo" size={16} />}
            aria-label={undoText}
            disabled={!undo}
            onClick={editing.onUndo}
          />
        </Tooltip>
        <Tooltip title={`${redoText} (Ctrl+Shift+Z)`}>
          <Button
            icon={<Icon name="redo" size={16} />}
            aria-label={redoText}
            disabled={!redo}
            onClick={editing.onRedo}
          />
        </Tooltip>
      </span>
      <Button onClick={editing.onCancel}>{t(dirty ? 'board.discard' : 'board.leaveEditing')}</Button>
      <Button type="primary" loading={saving} disabled={!dirty} onClick={editing.onSave}>
        {t('common.save')}
      </Button>
    </>
  );
}

/** One row above the board: what one looks at on the left, what one can do on the right. */
export function BoardToolbar({ simulated, historical, zone, scheduler, onEdit, editing }: Props) {
  const t = useT();
  return (
    <div
      className="wd-board-bar"
      role="toolbar"
      aria-label={t('board.toolbar')}
      data-editing={editing ? true : undefined}
    >
      <div className="wd-board-facts">
        {editing && (
          <span className="wd-board-mode">{t(editing.dirty ? 'board.editingDirty' : 'board.editing')}</span>
        )}
        {simulated && (
          <span className="wd-board-tag" title={t('board.simulatedHint')}>
            {t('board.simulated')}
          </span>
        )}
        {historical && <span className="wd-board-tag">{t('board.historical', { month: historical })}</span>}
        {!historical && <Freshness scheduler={scheduler} zone={zone} />}
      </div>
      <div className="wd-board-buttons">
        {editing && <EditButtons {...editing} />}
        {!editing && onEdit && (
          <Button icon={<Icon name="edit" size={16} />} onClick={onEdit}>
            {t('board.edit')}
          </Button>
        )}
      </div>
    </div>
  );
}
