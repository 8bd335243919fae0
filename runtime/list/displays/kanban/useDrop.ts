import { useCallback } from 'react';
import type { Entity } from '../../../core/definitions/entities.ts';
import { notifyFailure } from '../../../kit/api/failure.ts';
import { notify } from '../../../kit/api/notices.ts';
import { useT, useText } from '../../../kit/i18n/index.ts';
import { useSession } from '../../../kit/session/session.ts';
import { type ListRecord, refreshRecords, useRecordActions } from '../../../record/calls/useRecords.ts';
import { isAsking, moveRecord } from '../../../record/states/move.ts';
import type { RowActions } from '../../cell/useRowItems.tsx';
import { placeRecord } from './columnRecords.ts';
import { type ColumnValue, dropOf } from './drop.ts';

export interface Column {
  value: ColumnValue;
  label: string;
}

/** Moves a record to another column. It first asks for required input, or shows why the move is not possible. */
export function useDrop(entity: Entity, by: string, onMove: RowActions['onMove']) {
  const t = useT();
  const text = useText();
  const userId = useSession(({ user }) => user?.userId ?? 0);
  const { update } = useRecordActions(entity);
  const { mutateAsync } = update;
  const check = useCallback(
    (record: ListRecord, value: ColumnValue) => dropOf(entity, by, record, value, userId).do,
    [entity, by, userId],
  );
  /** Drops a card. Returns true if no input is needed. */
  const drop = useCallback(
    (record: ListRecord, from: Column, to: Column): boolean => {
      const what = dropOf(entity, by, record, to.value, userId);
      /** Shows the card in its new column during the request, and moves it back after an error. */
      const show = (send: () => Promise<void>) => {
        const putBack = placeRecord(entity, by, record, to.value);
        send().catch((error: unknown) => {
          putBack();
          notifyFailure(error);
          // Another user may have changed the record.
          void refreshRecords(entity);
        });
        return true;
      };
      switch (what.do) {
        case 'nothing':
          return false;
        case 'refuse': {
          const { why } = what;
          const message = 'text' in why ? text(why.text) : t(why.key, { from: from.label, to: to.label });
          notify({ kind: 'warning', text: { text: message } });
          return false;
        }
        case 'move': {
          if (isAsking(what.transition)) {
            onMove(record, what.transition);
            return false;
          }
          const message = t('flow.moved', { title: text(what.transition.title) });
          return show(() => moveRecord(entity, record, what.transition, undefined, message));
        }
        case 'set':
          return show(async () => {
            await mutateAsync({ id: record.id, version: record.version, [by]: to.value });
            notify({ kind: 'success', text: { text: t('common.saved') } });
          });
      }
    },
    [entity, by, userId, onMove, mutateAsync, t, text],
  );
  return { check, drop };
}
