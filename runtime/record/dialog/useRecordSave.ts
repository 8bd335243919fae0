import { useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { keptOf } from '../../core/rules/rollups.ts';
import type { Values } from '../../core/rules/rule.ts';
import { completeValues, pickValues, settleValues, stripValues } from '../../core/rules/values.ts';
import type { Draft } from '../../form/model/save/drafts.ts';
import { recordName } from '../../form/values/recordName.ts';
import { ApiError } from '../../kit/api/errors.ts';
import { type Message, type MessageChange, overlaid } from '../../kit/outbox/message.ts';
import { useOutbox } from '../../kit/outbox/outboxState.ts';
import { personNow } from '../../kit/session/person.ts';
import { type ListRecord, operationOf, refreshRecords, writePath, writeRecord } from '../calls/useRecords.ts';
import { sendOrKeep } from '../offline/keep.ts';
import { mergeValues, newBody, updateBody } from './merge.ts';

const CONFLICT = 409;

/** The start of a form: its first values, and the record with which they are compared on saving. */
interface Start {
  base: ListRecord | null;
  value: Values;
  merged: boolean;
}

/** Another user saved first. Contains the values at the start, the typed ones, and the current record. */
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

/** Returns the values that the user may write. */
export function writableValues({ schema }: Entity, values: Values): Values {
  return pickValues(schema, stripValues(schema, values));
}

/** A form shows computed values from the start, and amounts in the currency of their record. */
const shownValues = ({ schema }: Entity, values: Values): Values =>
  settleValues(schema, values, personNow(), values);

/** Returns the values of a record as its form first shows them. */
export const formValues = (entity: Entity, record: ListRecord): Values =>
  shownValues(entity, { ...writableValues(entity, record), ...keptOf(entity, record) });

/** Returns the values of a new record: its defaults, without its children. */
function newValues(entity: Entity, preset: Values): Values {
  const presetValues = keptOf(entity, {});
  const complete = completeValues(entity.schema, { ...presetValues, ...preset }, personNow());
  return { ...pickValues(entity.schema, complete), ...presetValues };
}

/** Puts a waiting record back into the queue of the device, with the changed input. */
async function putBack(waiting: Message, change: MessageChange): Promise<null> {
  const { resumeMessage } = await import('../../kit/outbox/outbox.ts');
  await resumeMessage(waiting, change);
  return null;
}

/**
 * A record that is made or changed: the form's first values, and the conflict with another user who saved first.
 * `making` waits on the device for the record to be made.
 */
export function useRecordSave(
  entity: Entity,
  record: ListRecord | null,
  preset: Values = {},
  making?: Message,
) {
  const [conflict, setConflict] = useState<Conflict | null>(null);
  // The form starts with the changes that wait to be sent.
  const waiting = useOutbox.getState().messages;
  const refresh = () => refreshRecords(entity);
  const [start, setStart] = useState<Start>(() => ({
    base: record,
    value: record
      ? shownValues(entity, {
          ...overlaid(waiting, entity.name, record.id, writableValues(entity, record)),
          ...keptOf(entity, record),
        })
      : newValues(entity, making?.mine ?? preset),
    merged: false,
  }));

  const startOver = (values: Values) => shownValues(entity, writableValues(entity, values));

  /** Throws the server's error. A conflict is also stored. Null if the record waits on the device for the network. */
  async function save(values: Values): Promise<ListRecord | null> {
    const mine = writableValues(entity, values);
    const action = start.base ? 'update' : 'create';
    const body = start.base ? updateBody(entity, start.base, mine) : newBody(entity, mine);
    const title = recordName(entity, start.base ?? mine) ?? '';
    if (making) return putBack(making, { title, body, mine });
    const sending = {
      ...{ entity, title, body, mine, base: writableValues(entity, start.base ?? {}), move: null },
      ...{ operation: operationOf(entity, action) ?? '', path: writePath(action, body) },
      recordId: start.base?.id ?? null,
    };
    try {
      const saved = await sendOrKeep(sending, (name) => writeRecord(entity, action, body, name));
      if (saved) void refresh();
      return saved;
    } catch (error) {
      const theirs = conflictRecord(error);
      if (theirs) setConflict({ base: writableValues(entity, start.base ?? {}), mine, theirs });
      throw error;
    }
  }

  /** Merges a draft of an older version like any other conflict. */
  function resume({ base, values }: Draft): void {
    const theirs = start.base;
    const merge = mergeValues(entity, base, values, theirs ?? start.value);
    if (theirs && merge.contested.length > 0) setConflict({ base, mine: values, theirs });
    else setStart({ base: theirs, value: startOver(merge.values), merged: true });
  }

  /** Continues the form with the merged values, over the current record. */
  function settle(values: Values): void {
    if (conflict) setStart({ base: conflict.theirs, value: startOver(values), merged: true });
    setConflict(null);
  }
  return { start, conflict, save, resume, settle, leaveConflict: () => setConflict(null), refresh };
}
