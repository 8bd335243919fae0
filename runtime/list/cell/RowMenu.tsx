import { Dropdown, type MenuProps } from 'antd';
import { memo, useRef, useState } from 'react';
import type { Transition } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { AccessDialog } from '../../record/access/AccessDialog.tsx';
import { type AccessQuestion, useAccessItems } from '../../record/access/useAccessItems.ts';
import { submitRecord } from '../../record/approval/submit.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { type EntityTool, useEntityTools } from '../../record/dialog/entityExtras.ts';
import { MoveDialog } from '../../record/states/MoveDialog.tsx';
import { useMoves } from '../../record/states/useMoves.tsx';

export interface RowActions {
  /** Null: the user may see the list and no more. */
  onOpen: ((id: number) => void) | null;
  onEdit(record: ListRecord): void;
  onDelete(record: ListRecord): void;
}

interface Props extends RowActions {
  entity: Entity;
  record: ListRecord;
}

/** What is open of a row, and for which record. */
interface Asked {
  id: number;
  menu?: true;
  transition?: Transition;
  access?: AccessQuestion;
  tool?: EntityTool;
}
const NOTHING: Omit<Asked, 'id'> = {};

/** What may be done with a row. The menu itself is made when it is asked for: a list has hundreds of these. */
export const RowMenu = memo(function RowMenu({ entity, record, ...actions }: Props) {
  const t = useT();
  const [asked, setAsked] = useState<Asked | null>(null);
  // The same row may be drawn for another record: what was asked about the one before is over.
  const { menu, transition, access, tool } = asked?.id === record.id ? asked : NOTHING;
  const ask = (what: Omit<Asked, 'id'>) => setAsked({ ...what, id: record.id });
  const end = () => setAsked(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setAsked((now) => (now?.menu ? null : now));
    button.current?.focus();
  };
  return (
    <span className="wd-row-menu">
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={menu === true}
        aria-label={t('list.actions', { title: labelOfRecord(entity, record) })}
        onClick={() => ask({ menu: true })}
      >
        <Icon name="more" />
      </button>
      {menu && (
        <OpenMenu
          entity={entity}
          record={record}
          {...actions}
          onAsk={(transition) => ask({ transition })}
          onAccess={(access) => ask({ access })}
          onTool={(tool) => ask({ tool })}
          onClose={close}
        />
      )}
      {tool && <tool.Dialog values={record} onClose={end} />}
      {access && <AccessDialog question={access} entity={entity.name} record={record} onClose={end} />}
      {transition && (
        <MoveDialog entity={entity.name} record={record} transition={transition} onClose={end} />
      )}
    </span>
  );
});

/** Looking at it, and exactly what the server allows with this very row. */
function OpenMenu({
  entity,
  record,
  onOpen,
  onEdit,
  onDelete,
  onAsk,
  onAccess,
  onTool,
  onClose,
}: Props & {
  onAsk(transition: Transition): void;
  onAccess(question: AccessQuestion): void;
  onTool(tool: EntityTool): void;
  onClose(): void;
}) {
  const t = useT();
  const allowed = new Set(record._actions);
  const { moves } = useMoves(entity, record, { onAsk });
  const access = useAccessItems(entity.name, record);
  const text = useText();
  const tools = useEntityTools(entity.name, record);
  const items: MenuProps['items'] = [
    ...(onOpen
      ? [{ key: 'view', label: t('list.view'), icon: <Icon name="eye" />, onClick: () => onOpen(record.id) }]
      : []),
    ...(allowed.has('update')
      ? [
          {
            key: 'update',
            label: t('list.update'),
            icon: <Icon name="edit" />,
            onClick: () => onEdit(record),
          },
        ]
      : []),
    ...moves.map(({ key, label, icon, danger, hindrance, run }) => ({
      key: `move:${key}`,
      label,
      icon: <Icon name={icon} />,
      danger: danger && hindrance === null,
      disabled: hindrance !== null,
      title: hindrance ?? '',
      onClick: run,
    })),
    ...(entity.approval && allowed.has('submit')
      ? [
          {
            key: 'submit',
            label: t(record[entity.approval.field] === 'draft' ? 'approval.submit' : 'approval.submitAgain'),
            icon: <Icon name="stamp" />,
            onClick: () => void submitRecord(entity.name, record, t('approval.submitted')),
          },
        ]
      : []),
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
    ...(allowed.has('delete')
      ? [
          {
            key: 'delete',
            label: t('list.delete'),
            icon: <Icon name="delete" />,
            danger: true,
            onClick: () => onDelete(record),
          },
        ]
      : []),
  ];
  return (
    <Dropdown
      open
      autoFocus
      menu={{ items, onClick: onClose }}
      trigger={['click']}
      placement="bottomRight"
      onOpenChange={(shown) => !shown && onClose()}
    >
      <span className="wd-row-menu-anchor" />
    </Dropdown>
  );
}
