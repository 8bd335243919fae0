import { Alert } from 'antd';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { lineSets } from '../../core/lines.ts';
import type { Values } from '../../core/rules/rule.ts';
import { ownedFields } from '../../core/rules/states.ts';
import type { FieldAccess } from '../../form/model/build.ts';
import { entityForm } from '../../form/model/entityForm.ts';
import { draftKeyOf } from '../../form/model/save/drafts.ts';
import { FormDialog } from '../../form/screen/FormDialog.tsx';
import { useEntityName } from '../../form/values/entityName.ts';
import { notify } from '../../kit/api/notices.ts';
import { useT } from '../../kit/i18n/index.ts';
import type { Message } from '../../kit/outbox/message.ts';
import { useEntityFor } from '../../kit/session/entityFor.ts';
import { useSession } from '../../kit/session/session.ts';
import { type ListRecord, useRecord } from '../calls/useRecords.ts';
import { FormTools } from './FormTools.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { formValues, useRecordSave } from './useRecordSave.ts';

interface Props {
  entity: Entity;
  /** Null for a new record. */
  record: ListRecord | null;
  onClose(): void;
  onSaved?(record: ListRecord): void;
  /** Fixed values of a new record. */
  preset?: Values;
  /** A new record that is queued on the device. Saving returns it to the queue. */
  making?: Message;
  /** A note above the fields. */
  notice?: ReactNode;
}

/** Returns the user's access to the fields of a record. The server omits hidden fields, and names read-only ones. */
export function recordAccess(
  entity: Entity,
  record: ListRecord | null,
  preset: Values = {},
): FieldAccess | undefined {
  // State fields change by transitions, not in the form.
  const owned = [...ownedFields(entity).keys()];
  // A list with preset values may be extended.
  const fixed = Object.keys(preset).filter((name) => !Array.isArray(preset[name]));
  if (!record) return { locked: new Set(fixed), hidden: new Set(owned) };
  const locked = new Set(Array.isArray(record._readonly) ? (record._readonly as string[]) : []);
  const fields = Object.entries(entity.schema.properties ?? {});
  const hidden = fields
    .filter(([name, field]) => !field.writeOnly && !(name in record))
    .map(([name]) => name);
  return { locked, hidden: new Set([...hidden, ...owned]) };
}

/** Creates or changes a record. Rows of a list have no lines, so the lines are loaded first. */
export function RecordDialog(props: Props) {
  const { entity, record, onClose } = props;
  const lacks = record !== null && lineSets(entity).some(({ name }) => !(name in record));
  return lacks ? (
    <WholeRecordDialog {...props} record={record} onClose={onClose} />
  ) : (
    <ReadyDialog {...props} />
  );
}

function WholeRecordDialog(props: Props & { record: ListRecord }) {
  const t = useT();
  const { data, isFetchedAfterMount, isError } = useRecord(props.entity, props.record.id, undefined);
  const { onClose } = props;
  useEffect(() => {
    if (!isError) return;
    notify({ kind: 'warning', text: { text: t('form.loadFailed') } });
    onClose();
  }, [isError, onClose, t]);
  // Records are sent without lines to users who may not see them.
  return data && isFetchedAfterMount ? <ReadyDialog {...props} record={data} /> : null;
}

/** Stores the input as a draft, and resolves conflicts by field. */
function ReadyDialog({ entity: whole, record, onClose, onSaved, preset, making, notice }: Props) {
  const t = useT();
  const entity = useEntityFor(whole, record ? 'read' : 'write');
  const title = useEntityName(entity);
  const owner = useSession(({ user, tenantId }) => (user ? `${user.userId}@${tenantId}` : null));
  const { start, conflict, save, resume, settle, leaveConflict, refresh } = useRecordSave(
    entity,
    record,
    preset,
    making,
  );
  const { base, value, merged } = start;
  const access = useMemo(() => recordAccess(entity, base, preset), [entity, base, preset]);
  const unchanged = useMemo(() => base && formValues(entity, base), [entity, base]);
  const id = record?.id;
  // An existing record has read-only fields, and cannot be its own parent.
  const context = useMemo(
    () => ({ entity: entity.name, ...(id === undefined ? {} : { saved: true, id }) }),
    [entity.name, id],
  );

  async function finish(values: Values): Promise<void> {
    const saved = await save(values);
    if (saved) onSaved?.(saved);
    // The list of queued records shows the result.
    if (making) return onClose();
    notify(
      saved
        ? { kind: 'success', text: { text: t('common.saved') } }
        : { kind: 'info', text: { text: t('waiting.kept') } },
    );
    onClose();
  }

  return (
    <>
      <FormDialog
        key={`${base?.version ?? 0} ${merged}`}
        title={t(record ? 'list.edit' : 'list.new', { title })}
        form={entityForm(entity)}
        {...{ value, context, access }}
        base={unchanged ?? undefined}
        draftKey={owner && draftKeyOf(owner, entity.name, id ?? making?.id ?? 'new')}
        offerDraft={!merged}
        onDraft={resume}
        refused={making?.fields}
        notice={
          merged && base !== record ? (
            <Alert className="wd-form-notice" type="info" showIcon title={t('merge.applied')} />
          ) : (
            notice
          )
        }
        tools={(values) => <FormTools entity={entity.name} values={values} />}
        onSave={finish}
        onCancel={onClose}
      />
      {conflict && (
        <MergeDialog
          entity={entity}
          {...conflict}
          onApply={settle}
          onDiscard={() => {
            void refresh();
            onClose();
          }}
          onCancel={leaveConflict}
        />
      )}
    </>
  );
}
