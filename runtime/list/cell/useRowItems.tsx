import type { MenuProps } from 'antd';
import type { Transition } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { type TextKey, useT, useText } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { type AccessQuestion, useAccessItems } from '../../record/accounts/useAccessItems.ts';
import { submitRecord } from '../../record/approval/submit.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { type EntityTool, useEntityTools } from '../../record/dialog/entityExtras.ts';
import type { Way } from '../../record/giving/Giving.tsx';
import { useMoves } from '../../record/states/useMoves.tsx';
import { useSubmission } from '../../record/states/useSubmission.ts';

export interface RowActions {
  /** Null if the user may only see the list. */
  onOpen: ((id: number) => void) | null;
  onEdit(record: ListRecord): void;
  onDelete(record: ListRecord): void;
  /** Opens the transition's form above the list. Its row may disappear during the input. */
  onMove(record: ListRecord, transition: Transition): void;
}

export interface RowProps extends RowActions {
  entity: Entity;
  record: ListRecord;
}

/** Opens dialogs before an action on the row. */
export interface RowQuestions extends RowProps {
  onAccess(question: AccessQuestion): void;
  onTool(tool: EntityTool): void;
  onGive(way: Way): void;
}

type Items = NonNullable<MenuProps['items']>;

/** Returns the transitions of the record and its approval. */
function useStateItems({ entity, record, onMove }: RowQuestions): Items {
  const t = useT();
  const { moves } = useMoves(entity, record, { onAsk: (transition) => onMove(record, transition) });
  const submission = useSubmission(entity, record);
  const { approval } = entity;
  const isDraft = approval && record[approval.field] === 'draft';
  return [
    ...moves.map(({ key, label, icon, danger, hindrance, run }) => ({
      key: `move:${key}`,
      label,
      icon: <Icon name={icon} />,
      danger: danger && hindrance === null,
      disabled: hindrance !== null,
      title: hindrance ?? '',
      onClick: run,
    })),
    submission
      ? {
          key: 'submit',
          label: t(isDraft ? 'approval.submit' : 'approval.submitAgain'),
          icon: <Icon name="stamp" />,
          disabled: submission.hindrance !== null,
          title: submission.hindrance ?? '',
          onClick: () => void submitRecord(entity.name, record, t('approval.submitted')),
        }
      : null,
  ];
}

/** Returns the special items of an entity: its own tools, and the dialogs about access. */
function useExtraItems({ entity, record, onTool, onAccess }: RowQuestions): Items {
  const text = useText();
  const tools = useEntityTools(entity.name, record);
  // Entries about other users are only in the menu of the opened record.
  const access = useAccessItems(entity.name, record).filter(({ isOthers }) => !isOthers);
  return [
    ...tools.map((tool) => ({
      key: `tool:${tool.key}`,
      label: text(tool.title),
      icon: <Icon name={tool.icon} />,
      onClick: () => onTool(tool),
    })),
    ...access.map(({ key, label, icon }) => ({
      key: `access:${key}`,
      label,
      icon: <Icon name={icon} />,
      onClick: () => onAccess(key),
    })),
  ];
}

const GIVING: readonly { way: Way; label: TextKey; icon: string }[] = [
  { way: 'handover', label: 'list.handover', icon: 'move' },
  { way: 'share', label: 'list.share', icon: 'team' },
];

/** Returns the item that opens the row, and the actions that the server allows for it. */
export function useRowItems(row: RowQuestions): Items {
  const { record, onOpen, onEdit, onDelete, onGive } = row;
  const t = useT();
  const states = useStateItems(row);
  const extras = useExtraItems(row);
  const allowed = new Set(record._actions);
  return [
    onOpen && {
      key: 'view',
      label: t('list.view'),
      icon: <Icon name="eye" />,
      onClick: () => onOpen(record.id),
    },
    allowed.has('update')
      ? { key: 'update', label: t('list.update'), icon: <Icon name="edit" />, onClick: () => onEdit(record) }
      : null,
    ...states,
    ...GIVING.filter(({ way }) => allowed.has(way)).map(({ way, label, icon }) => ({
      key: `give:${way}`,
      label: t(label),
      icon: <Icon name={icon} />,
      onClick: () => onGive(way),
    })),
    ...extras,
    allowed.has('delete')
      ? {
          key: 'delete',
          label: t('list.delete'),
          icon: <Icon name="delete" />,
          danger: true,
          onClick: () => onDelete(record),
        }
      : null,
  ];
}
