import { Alert } from 'antd';
import { useMemo, useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import type { Values } from '../../core/rule.ts';
import { ownedFields } from '../../core/states.ts';
import { completeValues, pickValues, stripValues } from '../../core/values.ts';
import type { FieldAccess } from '../../form/model/build.ts';
import { type Draft, draftKeyOf } from '../../form/model/drafts.ts';
import { entityForm } from '../../form/model/entityForm.ts';
import { FormDialog } from '../../form/screen/FormDialog.tsx';
import { useEntityName } from '../../form/values/entityName.ts';
import { ApiError } from '../../kit/api/errors.ts';
import { notify } from '../../kit/api/notices.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useEntityFor } from '../../kit/session/entityFor.ts';
import { useSession } from '../../kit/session/session.ts';
import { type ListRecord, useRecordActions } from '../calls/useRecords.ts';
import { FormTools } from './FormTools.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { mergeValues, updateBody } from './merge.ts';

interface Props {
  entity: Entity;
  /** Null: a new one. */
  record: ListRecord | null;
  onClose(): void;
  onSaved?(record: ListRecord): void;
}

const CONFLICT = 409;

/** What the fields start with, and the record that they are compared with when saved. */
interface Start {
  base: ListRecord | null;
  value: Values;
  merged: boolean;
}

/** Somebody else saved first: what one started with and typed, and the record as it is now. */
interface Conflict {
  base: Values;
  mine: Values;
  theirs: ListRecord;
}

function conflictRecord(error: unknown): ListRecord | null {
  if (!(error instanceof ApiError) || error.status !== CONFLICT) return null;
  const data = error.data as Partial<ListRecord> | null | undefined;
  return typeof data?.version === 'number' ? (data as ListRecord) : null;
}

/** What the server left out is not for this user; what it names read-only is only looked at. */
export function recordAccess(entity: Entity, record: ListRecord | null): FieldAccess | undefined {
  // States are moved by actions, not written.
  const owned = [...ownedFields(entity).keys()];
  if (!record) return { locked: new Set(), hidden: new Set(owned) };
  const locked = new Set(Array.isArray(record._readonly) ? (record._readonly as string[]) : []);
  const fields = Object.entries(entity.schema.properties ?? {});
  const hidden = fields
    .filter(([name, field]) => !field.writeOnly && !(name in record))
    .map(([name]) => name);
  return { locked, hidden: new Set([...hidden, ...owned]) };
}

/** Makes or changes a record; what is entered survives a crash, and a conflict is settled field by field. */
export function RecordDialog({ entity: whole, record, onClose, onSaved }: Props) {
  const t = useT();
  const entity = useEntityFor(whole, record ? 'read' : 'write');
  const { create, update, refresh } = useRecordActions(entity);
  const owner = useSession(({ user, tenantId }) => (user ? `${user.userId}@${tenantId}` : null));
  const writable = (values: Values) => pickValues(entity.schema, stripValues(entity.schema, values));
  const [start, setStart] = useState<Start>(() => ({
    base: record,
    value: record ? writable(record) : pickValues(entity.schema, completeValues(entity.schema, {})),
    merged: false,
  }));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const access = useMemo(() => recordAccess(entity, start.base), [entity, start.base]);
  const id = record?.id;
  // Fields that are written once are read-only from then on, and a record does not lie below itself.
  const context = useMemo(
    () => ({ entity: entity.name, ...(id === undefined ? {} : { saved: true, id }) }),
    [entity.name, id],
  );

  async function save(values: Values): Promise<void> {
    const edited = writable(values);
    try {
      const saved = await (start.base
        ? update.mutateAsync(updateBody(entity, start.base, edited))
        : create.mutateAsync(edited));
      onSaved?.(saved);
    } catch (error) {
      const theirs = conflictRecord(error);
      if (theirs) setConflict({ base: writable(start.base ?? {}), mine: edited, theirs });
      throw error;
    }
    notify({ kind: 'success', text: { text: t('common.saved') } });
    onClose();
  }

  /** A draft of an older version is merged like any other conflict. */
  function resume({ base, values }: Draft): void {
    const theirs = start.base;
    const merge = mergeValues(entity, base, values, theirs ?? start.value);
    if (theirs && merge.contested.length > 0) setConflict({ base, mine: values, theirs });
    else setStart({ base: theirs, value: writable(merge.values), merged: true });
  }

  const title = useEntityName(entity);
  return (
    <>
      <FormDialog
        key={`${start.base?.version ?? 0} ${start.merged}`}
        title={t(record ? 'list.edit' : 'list.new', { title })}
        form={entityForm(entity)}
        value={start.value}
        context={context}
        access={access}
        base={start.base ? writable(start.base) : undefined}
        draftKey={owner && draftKeyOf(owner, entity.name, id ?? 'new')}
        offerDraft={!start.merged}
        onDraft={resume}
        notice={
          start.merged &&
          start.base !== record && (
            <Alert className="wd-form-notice" type="info" showIcon title={t('merge.applied')} />
          )
        }
        tools={(values) => <FormTools entity={entity.name} values={values} />}
        onSave={save}
        onCancel={onClose}
      />
      {conflict && (
        <MergeDialog
          entity={entity}
          {...conflict}
          onApply={(values) => {
            setStart({ base: conflict.theirs, value: writable(values), merged: true });
            setConflict(null);
          }}
          onDiscard={() => {
            void refresh();
            onClose();
          }}
          onCancel={() => setConflict(null)}
        />
      )}
    </>
  );
}
