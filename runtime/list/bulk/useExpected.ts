import { Modal } from 'antd';
import type { Entity } from '../../core/definitions/entities.ts';
import { formatNumber } from '../../core/numbers/format.ts';
import { ApiError } from '../../kit/api/client.ts';
import { useT } from '../../kit/i18n/index.ts';
import { refreshRecords } from '../../record/calls/useRecords.ts';

const CONFLICT = 409;

/** Returns the current number of records from the error, if it differs from the displayed number. */
function counted(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== CONFLICT) return null;
  const count = (error.data as { count?: unknown } | null | undefined)?.count;
  return typeof count === 'number' ? count : null;
}

/** Runs a bulk action. If the number of records has changed, the user is asked first. */
export function useExpected(entity: Entity) {
  const t = useT();
  const [modal, holder] = Modal.useModal();

  /**
   * Runs the action. If the number of records has changed since the list was loaded, asks the user to confirm the new
   * number.
   */
  async function perform(run: (expected: number) => Promise<unknown>, expected: number): Promise<boolean> {
    try {
      await run(expected);
      return true;
    } catch (error) {
      const count = counted(error);
      if (count === null) throw error;
      const again = await modal.confirm({
        title: t('list.bulkCountTitle', { before: formatNumber(expected), now: formatNumber(count) }),
        content: t('list.bulkCountText'),
        okText: t('list.bulkCountOk', { count: formatNumber(count) }),
        okButtonProps: { disabled: count === 0 },
        cancelText: t('common.cancel'),
        focusable: { autoFocusButton: 'cancel' },
      });
      if (!again) {
        void refreshRecords(entity);
        return false;
      }
      return perform(run, count);
    }
  }

  return { perform, holder };
}
