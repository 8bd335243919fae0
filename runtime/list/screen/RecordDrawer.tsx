import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Entity } from '../../core/definitions/entities.ts';
import { useEntityName } from '../../form/values/entityName.ts';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { ListFailed } from '../../kit/states/ListStates.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import { SIZE, SPACE_STEP } from '../../kit/theme/tokens.ts';
import { usePhone } from '../../kit/theme/useMedia.ts';
import { type ListRecord, useRecord } from '../../record/calls/useRecords.ts';
import { RecordGone } from '../../record/screen/RecordGone.tsx';
import { type RecordTab, RecordView } from '../../record/screen/RecordView.tsx';

interface Props {
  entity: Entity;
  id: number;
  /** The row it was opened from: shown at once, then as the server has it now. */
  known: ListRecord | undefined;
  onClose(): void;
  onEdit(record: ListRecord): void;
  onDelete(record: ListRecord): void;
}

const FRAME = SPACE_STEP * 12;

/** Shows a record beside its list: all about it, and the way to its page. */
export function RecordDrawer({ entity, id, known, onClose, onEdit, onDelete }: Props) {
  const t = useT();
  const text = useText();
  const phone = usePhone();
  const { pathname } = useLocation();
  const { data, isError, error, refetch } = useRecord(entity, id, known);
  const [tab, setTab] = useState<RecordTab>('details');
  const title = useEntityName(entity);
  const allowed = new Set(data?._actions);
  return (
    <Drawer
      open
      size={SIZE.form + FRAME}
      title={data ? labelOfRecord(entity, data) : text(entity.title)}
      onClose={onClose}
      extra={
        data && (
          <span className="wd-list-actions">
            <Link
              className="wd-icon-button"
              to={`${pathname}/${id}`}
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
                onClick={() => onDelete(data)}
              >
                {!phone && t('list.delete')}
              </Button>
            )}
            {allowed.has('update') && (
              <Button icon={<Icon name="edit" />} aria-label={t('list.update')} onClick={() => onEdit(data)}>
                {!phone && t('list.update')}
              </Button>
            )}
          </span>
        )
      }
    >
      {isError && !data ? (
        <RecordGone
          error={error}
          failed={<ListFailed title={title} onRetry={() => void refetch()} />}
          onClose={onClose}
        />
      ) : (
        data && <RecordView entity={entity} record={data} tab={tab} onTab={setTab} />
      )}
    </Drawer>
  );
}
