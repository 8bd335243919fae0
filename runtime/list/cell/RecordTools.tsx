import { Button } from 'antd';
import { Link, useLocation } from 'react-router';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { useT } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { usePhone } from '../../kit/theme/useMedia.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { MarkButtons } from '../../record/marks/MarkButtons.tsx';

interface Props {
  entity: EntityDefinition;
  record: ListRecord;
  onEdit(record: ListRecord): void;
  onDelete(record: ListRecord): void;
}

/** The way to the record's page, and what may be done with it. */
export function RecordTools({ entity, record, onEdit, onDelete }: Props) {
  const t = useT();
  const phone = usePhone();
  const { pathname } = useLocation();
  const allowed = new Set(record._actions);
  return (
    <span className="wd-list-actions">
      <MarkButtons entity={entity} record={record} />
      <Link
        className="wd-icon-button"
        to={`${pathname}/${record.id}`}
        aria-label={t('record.openPage')}
        title={t('record.openPage')}
      >
        <Icon name="link" />
      </Link>
      {allowed.has('delete') && (
        <Button
          type="text"
          danger
          icon={<Icon name="delete" />}
          aria-label={t('list.delete')}
          onClick={() => onDelete(record)}
        >
          {!phone && t('list.delete')}
        </Button>
      )}
      {allowed.has('update') && (
        <Button icon={<Icon name="edit" />} aria-label={t('list.update')} onClick={() => onEdit(record)}>
          {!phone && t('list.update')}
        </Button>
      )}
    </span>
  );
}
