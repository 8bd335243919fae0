import { moment_format } from '../core/format.ts';
import { useT } from '../i18n/index.ts';
import type { SavedBoard } from './boardStore.ts';
import { QuestionDialog } from './tools.ts';

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
  const { version } = current;
  const who = current.updatedBy ?? t('board.conflictSomebody');
  const when = moment_format(current.updatedAt, 'second', zone);
  return (
    <QuestionDialog
      title={t('board.conflictTitle')}
      text={[t('board.conflictText', { who, when, version }), t('board.conflictSafe')]}
      onClose={onBack}
      answers={[
        { label: t('board.conflictBack'), onClick: onBack },
        { label: t('board.conflictReload'), onClick: onTakeTheirs },
        {
          label: t('board.conflictOverwrite', { version: version + 1 }),
          kind: 'primary',
          busy: saving,
          onClick: onOverwrite,
        },
      ]}
    />
  );
}
