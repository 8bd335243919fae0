import { useCallback } from 'react';
import type { ListDisplay } from '../../../../generated/definition.ts';
import { dictionaries } from '../../../core/definitions/dictionaries.ts';
import type { Entity } from '../../../core/definitions/entities.ts';
import { fieldsOfWork } from '../../../core/rules/across.ts';
import type { Values } from '../../../core/rules/rule.ts';
import { lockedFields } from '../../../core/rules/states.ts';
import { labelOfRecord } from '../../../form/values/recordName.ts';
import { valueText } from '../../../form/values/valueText.ts';
import { call } from '../../../kit/api/client.ts';
import { notifyFailure } from '../../../kit/api/failure.ts';
import { notify } from '../../../kit/api/notices.ts';
import { useLang, useT } from '../../../kit/i18n/index.ts';
import { type ListRecord, useRecordActions } from '../../../record/calls/useRecords.ts';
import { listField } from '../../../record/query/fields.ts';
import { shiftedValues } from '../dates.ts';
import { mayWrite } from '../kanban/drop.ts';

/** The movement of a record. */
export interface Shift {
  days: number;
  /** The value of the new lane. Null without a change. */
  lane: { value: unknown } | null;
}

const datesOf = ({ from, to }: ListDisplay): string[] => [from, to].filter((name) => name !== undefined);

/** Shows that the user of the moved record is absent on its day, or has too much work on it. */
async function warn(entity: Entity, record: ListRecord): Promise<void> {
  const names = fieldsOfWork(entity).filter((name) => record[name] !== undefined);
  if (names.length === 0) return;
  const values = Object.fromEntries(names.map((name) => [name, record[name]]));
  const { beyond } = await call(
    'recordUnique',
    { path: { entity: entity.name }, body: { id: record.id, values } },
    { quiet: true },
  );
  for (const { text } of beyond.filter((one) => one.warn))
    notify({ kind: 'warning', text: { text: `${labelOfRecord(entity, record)}: ${text}` } });
}

/** Moves a record to another day or lane. If the record's state forbids it, shows the reason. */
export function useShift(entity: Entity, display: ListDisplay) {
  const t = useT();
  const lang = useLang();
  const { mutateAsync } = useRecordActions(entity).update;
  const mayMove = useCallback(
    (record: ListRecord, names: readonly string[]) => names.every((name) => mayWrite(entity, record, name)),
    [entity],
  );
  /** Returns whether the record can be dragged. A locked record can, so that the user sees the reason. */
  const mayShift = useCallback(
    (record: ListRecord) => {
      const isLocked = lockedFields(entity, record).length > 0;
      return isLocked || mayMove(record, datesOf(display));
    },
    [entity, display, mayMove],
  );
  const shift = useCallback(
    (record: ListRecord, { days, lane }: Shift) => {
      const { by } = display;
      const isMoved = lane !== null && by !== undefined && lane.value !== (record[by] ?? null);
      if (days === 0 && !isMoved) return;
      if (lockedFields(entity, record).length > 0) {
        const field = entity.states?.field ?? '';
        const state = valueText(listField(entity, field), record[field], dictionaries, lang);
        notify({ kind: 'warning', text: { text: t('display.locked', { state }) } });
        return;
      }
      if (!mayMove(record, [...(days === 0 ? [] : datesOf(display)), ...(isMoved ? [by] : [])])) {
        notify({ kind: 'warning', text: { text: t('display.readOnly') } });
        return;
      }
      const values: Values = {
        ...(days !== 0 && shiftedValues(entity, display, record, days)),
        ...(isMoved && { [by]: lane.value }),
      };
      mutateAsync({ id: record.id, version: record.version, ...values }).then(() => {
        notify({ kind: 'success', text: { text: t(isMoved ? 'display.handed' : 'display.moved') } });
        // If the hint fails to load, no warning is shown. The record is already moved.
        warn(entity, { ...record, ...values }).catch(() => undefined);
      }, notifyFailure);
    },
    [entity, display, mayMove, mutateAsync, t, lang],
  );
  return { mayShift, shift };
}
