import { Button, Modal } from 'antd';
import { moment_format } from '../core/format.ts';
import { useT } from '../i18n/index.ts';
import type { SavedBoard } from './boardStore.ts';

interface Props {
  current: SavedBoard;
  zone: string;
  saving: boolean;
  onTakeTheirs(): void;
  onOverwrite(): void;
  onBack(): void;
}

/** Somebody else saved this board meanwhile: nothing is overwritten without being asked. */
export function ConflictDialog({ current, zone, saving, onTakeTheirs, onOverwrite, onBack }: Props) {
  const t = useT();
  const who = current.updatedBy ?? t('board.conflictSomebody');
  const when = moment_format(current.updatedAt, 'second', zone);
  return (
    <Modal
      open
      title={t('board.conflictTitle')}
      onCancel={onBack}
      footer={[
        <Button key="back" onClick={onBack}>
          {t('board.conflictBack')}
        </Button>,
        <Button key="theirs" onClick={onTakeTheirs}>
          {t('board.conflictReload')}
        </Button>,
        <Button key="mine" type="primary" loading={saving} onClick={onOverwrite}>
          {t('board.conflictOverwrite', { version: current.version + 1 })}
        </Button>,
      ]}
    >
      <p>{t('board.conflictText', { who, when, version: current.version })}</p>
      <p>{t('board.conflictSafe')}</p>
    </Modal>
  );
}
