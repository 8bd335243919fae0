import { useCallback } from 'react';
import type { ListDisplay } from '../../../../generated/definition.ts';
import type { Entity } from '../../../core/definitions/entities.ts';
import { tellFailure } from '../../../kit/api/failure.ts';
import { notify } from '../../../kit/api/notices.ts';
import { useT } from '../../../kit/i18n/index.ts';
import { type ListRecord, useRecordActions } from '../../../record/calls/useRecords.ts';
import { shiftedValues } from '../dates.ts';
import { mayWrite } from '../kanban/drop.ts';

/** Moves a record to another day if the user may change its dates. */
export function useShift(entity: Entity, display: ListDisplay) {
  const t = useT();
  const { mutateAsync } = useRecordActions(entity).update;
  const mayShift = useCallback(
    (record: ListRecord) =>
      [display.from, display.to].every((name) => name === undefined || mayWrite(entity, record, name)),
    [entity, display],
  );
  const shift = useCallback(
    (record: ListRecord, days: number) => {
      if (days === 0 || !mayShift(record)) return;
      const values = shiftedValues(entity, display, record, days);
      mutateAsync({ id: record.id, version: record.version, ...values }).then(
        () => notify({ kind: 'success', text: { text: t('display.moved') } }),
        tellFailure,
      );
    },
    [entity, display, mayShift, mutateAsync, t],
  );
  return { mayShift, shift };
}
