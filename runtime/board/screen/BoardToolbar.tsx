import { Button } from 'antd';
import type { Command } from '../../kit/command/command.ts';
import { Keys } from '../../kit/command/Keys.tsx';
import { useT, useText } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import { MenuBelow } from '../../kit/overlay/MenuBelow.tsx';
import { Tip } from '../../kit/overlay/Tip.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import { BoardSwitch } from '../boards/BoardSwitch.tsx';
import { useBoardSession } from '../session/boardSession.ts';
import { SaveNote } from '../versions/commands.tsx';
import { ViewTools } from '../view/ViewTools.tsx';

/** The tool loads the dictionaries, which boards without a device choice do not need. */
const DeviceTool = later(() => import('../view/DeviceTool.tsx'));

export interface ToolbarEditing {
  dirty: boolean;
  saving: boolean;
  /** The name of the step to undo or redo. */
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
  /** All commands of the board. Commands without a button are in the menu at the end. */
  commands: readonly Command[];
  /** Absent without the permission to change the board. */
  onEdit?(): void;
  editing: ToolbarEditing | null;
}

/** Commands that already have a button. */
const BUTTONS = new Set(['add', 'undo', 'redo', 'save', 'leave', 'edit'].map((name) => `board.${name}`));

/** On a page built from a preset, users mostly save files. These commands therefore have buttons there. */
const FILES = ['board.workbook', 'board.print'];

function More({ commands }: { commands: readonly Command[] }) {
  const t = useT();
  const text = useText();
  const listed = commands.filter(({ id, hidden }) => !hidden && !BUTTONS.has(id));
  if (listed.length === 0) return null;
  const items = listed.map(({ id, title, label, icon, danger, shortcut, run }) => ({
    key: id,
    label: text(label ?? title),
    icon: icon && <Icon name={icon} size={16} />,
    danger,
    extra: shortcut && <Keys shortcut={shortcut} />,
    onClick: run,
  }));
  return (
    <MenuBelow menu={{ items }}>
      <Button icon={<Icon name="more" size={16} />} aria-label={t('board.more')} title={t('board.more')} />
    </MenuBelow>
  );
}

function FileButtons({ commands }: { commands: readonly Command[] }) {
  const text = useText();
  return FILES.flatMap((id) => commands.filter((command) => command.id === id)).map(
    ({ id, icon, title, label, run }) => (
      <Button
        key={id}
        className="wd-board-short"
        icon={icon && <Icon name={icon} size={16} />}
        aria-label={text(title)}
        onClick={run}
      >
        <span>{text(label ?? title)}</span>
      </Button>
    ),
  );
}

function EditButtons(editing: ToolbarEditing) {
  const t = useT();
  const { undo, redo, dirty, saving } = editing;
  const undoText = undo ? t('board.undoStep', { step: undo }) : t('board.undo');
  const redoText = redo ? t('board.redoStep', { step: redo }) : t('board.redo');
  return (
    <>
      <Button
        className="wd-board-short"
        icon={<Icon name="plus" size={16} />}
        aria-label={t('board.add')}
        onClick={editing.onAdd}
      >
        <span>{t('board.add')}</span>
      </Button>
      <span className="wd-board-history">
        <Tip title={`${undoText} (Ctrl+Z)`}>
          <Button
            icon={<Icon name="undo" size={16} />}
            aria-label={undoText}
            disabled={!undo}
            onClick={editing.onUndo}
          />
        </Tip>
        <Tip title={`${redoText} (Ctrl+Shift+Z)`}>
          <Button
            icon={<Icon name="redo" size={16} />}
            aria-label={redoText}
            disabled={!redo}
            onClick={editing.onRedo}
          />
        </Tip>
      </span>
      <Button onClick={editing.onCancel}>{t(dirty ? 'board.discard' : 'board.leaveEditing')}</Button>
      {dirty && <SaveNote />}
      <Button type="primary" loading={saving} disabled={!dirty} onClick={editing.onSave}>
        {t('board.saveBoard')}
      </Button>
    </>
  );
}

/** Draws the toolbar above the board: the view on the left, the actions on the right. */
export function BoardToolbar({ simulated, commands, onEdit, editing }: Props) {
  const t = useT();
  const { bound, look, presetTitle } = useBoardSession();
  return (
    <div
      className="wd-board-bar"
      role="toolbar"
      aria-label={t('board.toolbar')}
      data-editing={editing ? true : undefined}
    >
      <div className="wd-board-facts">
        {!presetTitle && <BoardSwitch />}
        {editing && (
          <span className="wd-board-mode">{t(editing.dirty ? 'board.editingDirty' : 'board.editing')}</span>
        )}
        {simulated && (
          <span className="wd-board-tag" title={t('board.simulatedHint')}>
            {t('board.simulated')}
          </span>
        )}
        {bound.devices && <DeviceTool devices={bound.devices} view={look.view} />}
        <ViewTools />
      </div>
      <div className="wd-board-buttons">
        {editing && <EditButtons {...editing} />}
        {!editing && onEdit && (
          <Button
            className="wd-board-short"
            icon={<Icon name="edit" size={16} />}
            aria-label={t('board.edit')}
            onClick={onEdit}
          >
            <span>{t('board.edit')}</span>
          </Button>
        )}
        {presetTitle && <FileButtons commands={commands} />}
        <More commands={presetTitle ? commands.filter(({ id }) => !FILES.includes(id)) : commands} />
      </div>
    </div>
  );
}
