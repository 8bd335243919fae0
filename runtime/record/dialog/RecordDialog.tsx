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
  /** Null: a new one. */
  record: ListRecord | null;
  onClose(): void;
  onSaved?(record: ListRecord): void;
  /** A new one begins with these values, and keeps them. */
  preset?: Values;
  /** A new one that waits on the device: it goes back into the line. */
  making?: Message;
  /** Something to know before the fields. */
  notice?: ReactNode;
}

/**
 * Reads from the record what this user may see: the server leaves out what is not for them, and names what is
 * read-only.
 */
export function recordAccess(
  entity: Entity,
  record: ListRecord | null,
  preset: Values = {},
): FieldAccess | undefined {
  // States are moved by actions, not written.
  const owned = [...ownedFields(entity).keys()];
  // A list that begins with one may be given more.
  const fixed = Object.keys(preset).filter((name) => !Array.isArray(preset[name]));
  if (!record) return { locked: new Set(fixed), hidden: new Set(owned) };
  const locked = new Set(Array.isArray(record._readonly) ? (record._readonly as string[]) : []);
  const fields = Object.entries(entity.schema.properties ?? {});
  const hidden = fields
    .filter(([name, field]) => !field.writeOnly && !(name in record))
    .map(([name]) => name);
  return { locked, hidden: new Set([...hidden, ...owned]) };
}

/** Makes or changes a record. A row of a list does not hold its lines: they are read before it is changed. */
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
  // Users who may not see the lines do not receive them.
  return data && isFetchedAfterMount ? <ReadyDialog {...props} record={data} /> : null;
}

/** Keeps what is entered over a crash, and settles a conflict field by field. */
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
  // Fields that are written once are read-only from then on, and a record does not lie below itself.
  const context = useMemo(
    () => ({ entity: entity.name, ...(id === undefined ? {} : { saved: true, id }) }),
    [entity.name, id],
  );

  async function finish(values: Values): Promise<void> {
    const saved = await save(values);
    if (saved) onSaved?.(saved);
    // The list of what waits shows what becomes of it.
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
