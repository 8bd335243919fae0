import { useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { storedOf } from '../../core/rules/rollups.ts';
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

/** The initial state of a form: its values, and the record for comparison on saving. */
interface Start {
  base: ListRecord | null;
  value: Values;
  merged: boolean;
}

/** A conflict, with the initial values, the typed ones, and the current record. */
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

/** Returns the writable values. */
export function writableValues({ schema }: Entity, values: Values): Values {
  return pickValues(schema, stripValues(schema, values));
}

/** Returns the values with computed fields, and with amounts in the record's currency. */
const shownValues = ({ schema }: Entity, values: Values): Values =>
  settleValues(schema, values, personNow(), values);

/** Returns the initial values of a record's form. */
export const formValues = (entity: Entity, record: ListRecord): Values =>
  shownValues(entity, { ...writableValues(entity, record), ...storedOf(entity, record) });

/** Returns the initial values of a new record: defaults, without children. */
function newValues(entity: Entity, preset: Values): Values {
  const presetValues = storedOf(entity, {});
  const complete = completeValues(entity.schema, { ...presetValues, ...preset }, personNow());
  return { ...pickValues(entity.schema, complete), ...presetValues };
}

/** Returns a queued record to the device's queue, with the changed input. */
async function putBack(waiting: Message, change: MessageChange): Promise<null> {
  const { resumeMessage } = await import('../../kit/outbox/outbox.ts');
  await resumeMessage(waiting, change);
  return null;
}

/**
 * Saves a new or changed record: returns the form's initial values, and a conflict with another user.
 * `making`: the record is queued on the device.
 */
export function useRecordSave(
  entity: Entity,
  record: ListRecord | null,
  preset: Values = {},
  making?: Message,
) {
  const [conflict, setConflict] = useState<Conflict | null>(null);
  // The form starts with the queued changes.
  const waiting = useOutbox.getState().messages;
  const refresh = () => refreshRecords(entity);
  const [start, setStart] = useState<Start>(() => ({
    base: record,
    value: record
      ? shownValues(entity, {
          ...overlaid(waiting, entity.name, record.id, writableValues(entity, record)),
          ...storedOf(entity, record),
        })
      : newValues(entity, making?.mine ?? preset),
    merged: false,
  }));

  const startOver = (values: Values) => shownValues(entity, writableValues(entity, values));

  /** Throws the server's error, and stores a conflict. Returns null if the record was queued on the device. */
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

  /** Merges an outdated draft like a conflict. */
  function resume({ base, values }: Draft): void {
    const theirs = start.base;
    const merge = mergeValues(entity, base, values, theirs ?? start.value);
    if (theirs && merge.contested.length > 0) setConflict({ base, mine: values, theirs });
    else setStart({ base: theirs, value: startOver(merge.values), merged: true });
  }

  /** Continues the form with the merged values, based on the current record. */
  function settle(values: Values): void {
    if (conflict) setStart({ base: conflict.theirs, value: startOver(values), merged: true });
    setConflict(null);
  }
  return { start, conflict, save, resume, settle, leaveConflict: () => setConflict(null), refresh };
}
