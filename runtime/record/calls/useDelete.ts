import { useCallback } from 'react';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { notify } from '../../kit/api/notices.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { useDangerAsk } from '../../kit/overlay/useDangerAsk.ts';
import { type ListRecord, useRecordActions } from './useRecords.ts';

/** Asks for confirmation with the entity's own text (V134–V136), deletes the record, and shows the result. */
export function useDelete(entity: EntityDefinition, onDeleted: () => void) {
  const t = useT();
  const text = useText();
  const { ask, holder } = useDangerAsk();
  const { remove } = useRecordActions(entity);
  const { mutateAsync } = remove;
  const confirmDelete = useCallback(
    (record: ListRecord) =>
      ask({
        title: entity.deleteConfirm ? text(entity.deleteConfirm) : t('list.deleteConfirm'),
        content: labelOfRecord(entity, record),
        async run() {
          await mutateAsync(record.id);
          notify({ kind: 'success', text: { text: t('list.deleted') } });
          onDeleted();
        },
      }),
    [ask, entity, mutateAsync, onDeleted, t, text],
  );
  return { ask: confirmDelete, holder };
}
