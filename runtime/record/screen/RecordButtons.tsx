import { Button } from 'antd';
import type { Entity } from '../../core/definitions/entities.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useShort } from '../../kit/parts/shortButtons.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { ListRecord } from '../calls/useRecords.ts';
import { DocumentButton } from '../documents/DocumentButton.tsx';
import { WorkbookButton } from '../documents/WorkbookButton.tsx';
import { GivingButton } from '../giving/GivingButton.tsx';
import type { useGiving } from '../giving/useGiving.tsx';
import { MarkButtons } from '../marks/MarkButtons.tsx';
import { MarkPeople } from '../marks/MarkPeople.tsx';
import { CompareButton } from '../versions/CompareButton.tsx';
import { LinkButton } from './LinkButton.tsx';

interface Props {
  entity: Entity;
  record: ListRecord;
  giving: ReturnType<typeof useGiving>;
  onEdit(): void;
  onDelete(): void;
}

/** Shows the user's actions on a record in its header, on its page and beside its list. */
export function RecordButtons({ entity, record, giving, onEdit, onDelete }: Props) {
  const t = useT();
  const isShort = useShort();
  const allowed = new Set(record._actions);
  return (
    <>
      <MarkButtons entity={entity} record={record} />
      <MarkPeople entity={entity} id={record.id} />
      {allowed.has('delete') && (
        <Button
          type="text"
          danger
          icon={<Icon name="delete" />}
          aria-label={t('list.delete')}
          title={isShort ? t('list.delete') : undefined}
          onClick={onDelete}
        >
          {!isShort && t('list.delete')}
        </Button>
      )}
      <DocumentButton entity={entity} record={record} />
      <WorkbookButton entity={entity} id={record.id} />
      <CompareButton entity={entity} record={record} />
      <GivingButton handover={giving.handover} share={giving.share} />
      {allowed.has('publish') && <LinkButton entity={entity} id={record.id} />}
      {allowed.has('update') && (
        <Button
          icon={<Icon name="edit" />}
          aria-label={t('list.update')}
          title={isShort ? t('list.update') : undefined}
          onClick={onEdit}
        >
          {!isShort && t('list.update')}
        </Button>
      )}
    </>
  );
}
