import { Button } from 'antd';
import { useState } from 'react';
import { useT } from '../../kit/i18n/index.ts';

/** Replaces the user's own edits by the version that the other user saved, after a confirmation. */
export function DropButton({ onDrop }: { onDrop(): void }) {
  const t = useT();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Button
      type={isConfirming ? 'primary' : 'text'}
      danger
      onClick={isConfirming ? onDrop : () => setConfirming(true)}
    >
      {t(isConfirming ? 'conflict.dropSure' : 'board.conflictReload')}
    </Button>
  );
}
