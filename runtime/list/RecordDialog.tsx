import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { EntityDefinition } from '../../generated/definition.ts';
import { ApiError } from '../api/errors.ts';
import { notify } from '../api/notices.ts';
import type { Values } from '../core/rule.ts';
import { values_complete, values_pick, values_strip } from '../core/values.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { useT, useText } from '../i18n/index.ts';
import { entity_form } from './entityForm.ts';
import { useEntityName } from './entityName.ts';
import { list_field } from './fields.ts';
import { update_body, values_merge } from './merge.ts';
import { type ListRecord, useRecordActions } from './useRecords.ts';

interface Props {
  entity: EntityDefinition & { pure: Record<string, unknown> };
  /** Null: a new one. */
  record: ListRecord | null;
  onClose(): void;
}

const CONFLICT = 409;
/** Fields that are written once are read-only from then on. */
const SAVED: Values = { saved: true };

/** What the fields start with, and the record that they are compared with when saved. */
interface Start {
  base: ListRecord | null;
  value: Values;
  contested: string[];
}

/** Somebody else saved first: what one typed, and the record as it is now. */
interface Conflict {
  mine: Values;
  theirs: ListRecord;
}

function conflict_record(error: unknown): ListRecord | null {
  if (!(error instanceof ApiError) || error.status !== CONFLICT) return null;
  const data = error.data as Partial<ListRecord> | null | undefined;
  return typeof data?.version === 'number' ? (data as ListRecord) : null;
}

export function RecordDialog({ entity, record, onClose }: Props) {
  const t = useT();
  const text = useText();
  const { create, update, refresh } = useRecordActions(entity);
  const writable = (values: Values) => values_pick(entity.schema, values_strip(values));
  const [start, setStart] = useState<Start>(() => ({
    base: record,
    value: record ? writable(record) : values_pick(entity.schema, values_complete(entity.schema, {})),
    contested: [],
  }));
  const [conflict, setConflict] = useState<Conflict | null>(null);

  async function save(values: Values): Promise<void> {
    const edited = writable(values);
    try {
      if (start.base) await update.mutateAsync(update_body(entity, start.base, edited));
      else await create.mutateAsync(edited);
    } catch (error) {
      const theirs = conflict_record(error);
      if (theirs) setConflict({ mine: edited, theirs });
      throw error;
    }
    notify({ kind: 'success', text: { text: t('common.saved') } });
    onClose();
  }

  function merge({ mine, theirs }: Conflict): void {
    const { values, contested } = values_merge(entity, start.base ?? {}, mine, theirs);
    setStart({ base: theirs, value: writable(values), contested });
    setConflict(null);
  }

  const title = useEntityName(entity);
  const names = start.contested.map((name) => text(list_field(entity, name).title!)).join(', ');
  return (
    <FormDialog
      key={start.base?.version ?? 0}
      title={t(record ? 'list.edit' : 'list.new', { title })}
      form={entity_form(entity)}
      value={start.value}
      context={record ? SAVED : undefined}
      base={start.base ? writable(start.base) : undefined}
      notice={
        conflict ? (
          <Alert
            className="wd-form-notice"
            type="warning"
            showIcon
            title={t('list.conflictTitle')}
            description={t('list.conflictText')}
            action={
              <span className="wd-list-conflict">
                <Button onClick={() => merge(conflict)}>{t('list.conflictMerge')}</Button>
                <Button
                  type="text"
                  onClick={() => {
                    void refresh();
                    onClose();
                  }}
                >
                  {t('list.conflictReload')}
                </Button>
              </span>
            }
          />
        ) : (
          names && (
            <Alert
              className="wd-form-notice"
              type="info"
              showIcon
              title={t('list.conflictFields', { fields: names })}
            />
          )
        )
      }
      onSave={save}
      onCancel={onClose}
    />
  );
}
