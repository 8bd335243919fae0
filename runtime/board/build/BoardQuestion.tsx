import { useT } from '../../kit/i18n/index.ts';
import { QuestionDialog } from '../../kit/overlay/lazy.ts';

interface Props {
  ask: 'discard' | 'remove';
  /** Counts the widgets that it is about. */
  count?: number;
  onYes(): void;
  onClose(): void;
}

/** Before something is thrown away. */
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
