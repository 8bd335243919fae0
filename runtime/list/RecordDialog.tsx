import { Alert } from 'antd';
import { useMemo, useState } from 'react';
import { useEntityFor } from '../access/entityFor.ts';
import { ApiError } from '../api/errors.ts';
import { notify } from '../api/notices.ts';
import type { Entity } from '../core/definitions/entities.ts';
import type { Values } from '../core/rule.ts';
import { owned_fields } from '../core/states.ts';
import { values_complete, values_pick, values_strip } from '../core/values.ts';
import type { FieldAccess } from '../form/build.ts';
import { type Draft, draft_key } from '../form/drafts.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { useT } from '../i18n/index.ts';
import { useSession } from '../shell/session.ts';
import { entity_form } from './entityForm.ts';
import { useEntityName } from './entityName.ts';
import { FormTools } from './entityTools.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { update_body, values_merge } from './merge.ts';
import { type ListRecord, useRecordActions } from './useRecords.ts';

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

function conflict_record(error: unknown): ListRecord | null {
  if (!(error instanceof ApiError) || error.status !== CONFLICT) return null;
  const data = error.data as Partial<ListRecord> | null | undefined;
  return typeof data?.version === 'number' ? (data as ListRecord) : null;
}

/** What the server left out is not for this user; what it names read-only is only looked at. */
export function record_access(entity: Entity, record: ListRecord | null): FieldAccess | undefined {
  // States are moved by actions, not written.
  const owned = [...owned_fields(entity).keys()];
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
  const writable = (values: Values) => values_pick(entity.schema, values_strip(entity.schema, values));
  const [start, setStart] = useState<Start>(() => ({
    base: record,
    value: record ? writable(record) : values_pick(entity.schema, values_complete(entity.schema, {})),
    merged: false,
  }));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const access = useMemo(() => record_access(entity, start.base), [entity, start.base]);
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
        ? update.mutateAsync(update_body(entity, start.base, edited))
        : create.mutateAsync(edited));
      onSaved?.(saved);
    } catch (error) {
      const theirs = conflict_record(error);
      if (theirs) setConflict({ base: writable(start.base ?? {}), mine: edited, theirs });
      throw error;
    }
    notify({ kind: 'success', text: { text: t('common.saved') } });
    onClose();
  }

  /** A draft of an older version is merged like any other conflict. */
  function resume({ base, values }: Draft): void {
    const theirs = start.base;
    const merge = values_merge(entity, base, values, theirs ?? start.value);
    if (theirs && merge.contested.length > 0) setConflict({ base, mine: values, theirs });
    else setStart({ base: theirs, value: writable(merge.values), merged: true });
  }

  const title = useEntityName(entity);
  return (
    <>
      <FormDialog
        key={`${start.base?.version ?? 0} ${start.merged}`}
        title={t(record ? 'list.edit' : 'list.new', { title })}
        form={entity_form(entity)}
        value={start.value}
        context={context}
        access={access}
        base={start.base ? writable(start.base) : undefined}
        draftKey={owner && draft_key(owner, entity.name, id ?? 'new')}
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
