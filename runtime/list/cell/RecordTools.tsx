import { Link, useLocation } from 'react-router';
import type { Entity } from '../../core/definitions/entities.ts';
import { useT } from '../../kit/i18n/index.ts';
import { ShortButtons } from '../../kit/parts/shortButtons.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { useGiving } from '../../record/giving/useGiving.tsx';
import { RecordButtons } from '../../record/screen/RecordButtons.tsx';

interface Props {
  entity: Entity;
  record: ListRecord;
  onEdit(record: ListRecord): void;
  onDelete(record: ListRecord): void;
}

/** Shows the link to the record's page and the commands of the record. */
export function RecordTools({ entity, record, onEdit, onDelete }: Props) {
  const t = useT();
  const { pathname } = useLocation();
  const giving = useGiving(entity, record);
  return (
    <span className="wd-list-actions">
      <Link
        className="wd-icon-button"
        to={`${pathname}/${record.id}`}
        aria-label={t('record.openPage')}
        title={t('record.openPage')}
      >
        <Icon name="fullScreen" />
      </Link>
      <ShortButtons value={true}>
        <RecordButtons
          {...{ entity, record, giving }}
          onEdit={() => onEdit(record)}
          onDelete={() => onDelete(record)}
        />
      </ShortButtons>
      {giving.dialog}
    </span>
  );
}
