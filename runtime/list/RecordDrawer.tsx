import { Button, Drawer } from 'antd';
import type { EntityDefinition } from '../../generated/definition.ts';
import { Form } from '../form/Form.tsx';
import { ShownValue } from '../form/shown/ShownValue.tsx';
import { useT, useText } from '../i18n/index.ts';
import { Icon } from '../theme/Icon.tsx';
import { SIZE, SPACE_STEP } from '../theme/tokens.ts';
import { record_label } from './Cell.tsx';
import { entity_form } from './entityForm.ts';
import { useEntityName } from './entityName.ts';
import { list_field } from './fields.ts';
import { ListFailed } from './ListStates.tsx';
import { type ListRecord, useRecord } from './useRecords.ts';

interface Props {
  entity: EntityDefinition & { pure: Record<string, unknown> };
  id: number;
  /** The row it was opened from: shown at once, then as the server has it now. */
  known: ListRecord | undefined;
  onClose(): void;
  onEdit(record: ListRecord): void;
  onDelete(record: ListRecord): void;
}

const FRAME = SPACE_STEP * 12;

/** One record, to be looked at; from here it is changed or deleted. */
export function RecordDrawer({ entity, id, known, onClose, onEdit, onDelete }: Props) {
  const t = useT();
  const text = useText();
  const { data, isError, refetch } = useRecord(entity, id, known);
  const title = useEntityName(entity);
  const allowed = new Set(data?._actions);
  return (
    <Drawer
      open
      size={SIZE.form + FRAME}
      title={data ? record_label(entity, data) : text(entity.title)}
      onClose={onClose}
      extra={
        data && (
          <span className="wd-list-actions">
            {allowed.has('delete') && (
              <Button type="text" danger icon={<Icon name="delete" />} onClick={() => onDelete(data)}>
                {t('list.delete')}
              </Button>
            )}
            {allowed.has('update') && (
              <Button icon={<Icon name="edit" />} onClick={() => onEdit(data)}>
                {t('list.update')}
              </Button>
            )}
          </span>
        )
      }
    >
      {isError && !data ? (
        <ListFailed title={title} onRetry={() => void refetch()} />
      ) : (
        data && (
          <>
            <Form key={data.version} form={entity_form(entity)} value={data} readOnly />
            <dl className="wd-record-times">
              {['createdAt', 'updatedAt'].map((name) => (
                <div key={name}>
                  <dt>{text(list_field(entity, name).title!)}</dt>
                  <dd>
                    <ShownValue field={list_field(entity, name)} value={data[name]} />
                  </dd>
                </div>
              ))}
            </dl>
          </>
        )
      )}
    </Drawer>
  );
}
