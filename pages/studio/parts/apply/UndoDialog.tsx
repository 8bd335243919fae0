import { Modal } from 'antd';
import { useState } from 'react';
import { useT } from '../../../../runtime/kit/i18n/index.ts';
import texts from '../../texts.json';
import type { WaitingUndo } from '../useStudioActions.ts';
import { type Moves, movesOf, UsedChoices } from './UsedChoices.tsx';

interface Props {
  asked: WaitingUndo;
  busy: boolean;
  onUndo(moves: ReturnType<typeof movesOf>): void;
  onCancel(): void;
}

/** Asks, before a change is undone, for the replacement of the choices that it added. */
export function UndoDialog({ asked: { document, taken }, busy, onUndo, onCancel }: Props) {
  const t = useT(texts);
  const [chosen, setChosen] = useState<Moves>({});
  const moves = movesOf(taken, chosen);
  return (
    <Modal
      open
      title={t('studio.undoTitle')}
      okText={t('studio.undo')}
      okButtonProps={{ loading: busy, disabled: moves.length < taken.length }}
      cancelText={t('common.cancel')}
      onOk={() => onUndo(moves)}
      onCancel={onCancel}
    >
      <div className="wd-studio-summary">
        <p>{t('studio.undoTaken')}</p>
        <UsedChoices {...{ document, taken }} moves={chosen} onMoves={setChosen} />
      </div>
    </Modal>
  );
}
