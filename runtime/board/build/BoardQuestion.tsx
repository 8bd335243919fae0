import { useT } from '../../kit/i18n/index.ts';
import { QuestionDialog } from '../../kit/overlay/lazy.ts';

interface Props {
  ask: 'discard' | 'remove';
  /** The number of affected widgets. */
  count?: number;
  onYes(): void;
  onClose(): void;
}

/** Asks before anything is discarded. */
export function BoardQuestion({ ask, count = 1, onYes, onClose }: Props) {
  const t = useT();
  const isDiscard = ask === 'discard';
  const yes = () => {
    onYes();
    onClose();
  };
  return (
    <QuestionDialog
      title={t(isDiscard ? 'board.discardTitle' : 'board.removeTitle')}
      text={isDiscard ? [t('board.discardText')] : count > 1 ? [t('board.removeSeveral', { count })] : []}
      onClose={onClose}
      answers={[
        { label: t(isDiscard ? 'board.keepEditing' : 'common.cancel'), onClick: onClose },
        { label: t(isDiscard ? 'board.discard' : 'board.removeYes'), kind: 'danger', onClick: yes },
      ]}
    />
  );
}
