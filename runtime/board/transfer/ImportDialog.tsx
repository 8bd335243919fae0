import { Modal } from 'antd';
import { useState } from 'react';
import type { DashboardDocument } from '../../../generated/definition.ts';
import { replaceDocument } from '../../core/document/edit.ts';
import { useT } from '../../kit/i18n/index.ts';
import { SIZE } from '../../kit/theme/tokens.ts';
import { useBoard } from '../document/useBoardStore.ts';
import { useBoardSession } from '../session/boardSession.ts';
import { Comparison } from '../versions/Comparison.tsx';
import { FileDocument } from './FileDocument.tsx';

/** Replaces this board by a file, after showing errors and changes. The import is one undo step. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const t = useT();
  const { station, store, actions } = useBoardSession();
  const now = useBoard(store, (state) => state.history.document);
  const anyStation = useBoard(store, (state) => state.saved.anyStation);
  const [document, setDocument] = useState<DashboardDocument | null>(null);
  const importBoard = () => {
    if (!document) return;
    store.getState().startEditing();
    actions.change('board.step.import', replaceDocument(document), t('transfer.done'));
    onClose();
  };
  return (
    <Modal
      open
      title={t('transfer.importTitle')}
      width={SIZE.form + SIZE.sider / 2}
      okText={t('transfer.import')}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: !document }}
      onOk={importBoard}
      onCancel={onClose}
    >
      <p className="wd-transfer-text">{t('transfer.importText')}</p>
      <FileDocument stationSn={anyStation ? null : station.sn} onDocument={setDocument} />
      {document && <Comparison before={now} after={document} />}
    </Modal>
  );
}
