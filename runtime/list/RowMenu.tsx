import { Button, Dropdown, type MenuProps } from 'antd';
import type { EntityDefinition } from '../../generated/definition.ts';
import { useT } from '../i18n/index.ts';
import { Icon } from '../theme/Icon.tsx';
import { record_label } from './Cell.tsx';
import type { ListRecord } from './useRecords.ts';

export interface RowActions {
  onOpen(id: number): void;
  onEdit(record: ListRecord): void;
  onDelete(record: ListRecord): void;
}

interface Props extends RowActions {
  entity: EntityDefinition;
  record: ListRecord;
}

/** What may be done with a row: looking at it, and exactly what the server allows. */
export function RowMenu({ entity, record, onOpen, onEdit, onDelete }: Props) {
  const t = useT();
  const allowed = new Set(record._actions);
  const items: MenuProps['items'] = [
    { key: 'view', label: t('list.view'), icon: <Icon name="eye" />, onClick: () => onOpen(record.id) },
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
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <Button
        type="text"
        size="small"
        icon={<Icon name="more" />}
        aria-label={t('list.actions', { title: record_label(entity, record) })}
      />
    </Dropdown>
  );
}
