import { Modal } from 'antd';
import { type ReactNode, useCallback } from 'react';
import { notifyFailure } from '../api/failure.ts';
import { useT } from '../i18n/index.ts';

interface Danger {
  title: string;
  content?: ReactNode;
  /** The label of the button, by default "Delete". */
  okText?: string;
  run(): Promise<unknown>;
}

/** Asks for confirmation before a deletion, offers undo afterwards, and shows errors. */
export function useDangerAsk() {
  const t = useT();
  const [modal, holder] = Modal.useModal();
  const ask = useCallback(
    ({ run, ...words }: Danger): void => {
      void modal.confirm({
        okText: t('list.delete'),
        ...words,
        okButtonProps: { danger: true },
        cancelText: t('common.cancel'),
        focusable: { autoFocusButton: 'cancel' },
        onOk: () => run().catch(notifyFailure),
      });
    },
    [modal, t],
  );
  return { ask, holder };
}
