import { Button } from 'antd';
import type { Entity } from '../../core/definitions/entities.ts';
import { useT } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { usePhone } from '../../kit/theme/useMedia.ts';
import type { ListRecord } from '../calls/useRecords.ts';
import { DocumentButton } from '../documents/DocumentButton.tsx';
import { WorkbookButton } from '../documents/WorkbookButton.tsx';
import { GivingButton } from '../giving/GivingButton.tsx';
import type { useGiving } from '../giving/useGiving.tsx';
import { MarkButtons } from '../marks/MarkButtons.tsx';
import { LinkButton } from './LinkButton.tsx';

interface Props {
  entity: Entity;
  record: ListRecord;
  giving: ReturnType<typeof useGiving>;
  onEdit(): void;
  onDelete(): void;
}

/** Offers at the head of a page what its reader may do with the record. */
export function RecordButtons({ entity, record, giving, onEdit, onDelete }: Props) {
  const t = useT();
  const phone = usePhone();
  const allowed = new Set(record._actions);
  return (
    <>
      <MarkButtons entity={entity} record={record} />
      {allowed.has('delete') && (
        <Button
          type="text"
          danger
          icon={<Icon name="delete" />}
          aria-label={t('list.delete')}
          onClick={onDelete}
        >
          {!phone && t('list.delete')}
        </Button>
      )}
      <DocumentButton entity={entity} record={record} />
      <WorkbookButton entity={entity} id={record.id} />
      <GivingButton handover={giving.handover} share={giving.share} />
      {allowed.has('publish') && <LinkButton entity={entity} id={record.id} />}
      {allowed.has('update') && (
        <Button icon={<Icon name="edit" />} aria-label={t('list.update')} onClick={onEdit}>
          {!phone && t('list.update')}
        </Button>
      )}
    </>
  );
}
