import { Modal } from 'antd';
import { useCallback } from 'react';
import type { EntityDefinition } from '../../generated/definition.ts';
import { errorText } from '../api/errors.ts';
import { notify } from '../api/notices.ts';
import { useT, useText } from '../i18n/index.ts';
import { record_label } from './Cell.tsx';
import { type ListRecord, useRecordActions } from './useRecords.ts';

/** Asks in the entity's own words (V134–V136), deletes, and says so. */
export function useDelete(entity: EntityDefinition, onDeleted: () => void) {
  const t = useT();
  const text = useText();
  const [modal, holder] = Modal.useModal();
  const { remove } = useRecordActions(entity);
  const { mutateAsync } = remove;
  const ask = useCallback(
    (record: ListRecord) => {
      modal.confirm({
        title: entity.deleteConfirm ? text(entity.deleteConfirm) : t('list.deleteConfirm'),
        content: record_label(entity, record),
        okText: t('list.delete'),
        okButtonProps: { danger: true },
        cancelText: t('common.cancel'),
        focusable: { autoFocusButton: 'cancel' },
        onOk: async () => {
          try {
            await mutateAsync(record.id);
            notify({ kind: 'success', text: { text: t('list.deleted') } });
            onDeleted();
          } catch (error) {
            const shown = errorText(error);
            if (shown) notify({ kind: 'warning', text: shown });
          }
        },
      });
    },
    [entity, modal, mutateAsync, onDeleted, t, text],
  );
  return { ask, holder };
}
