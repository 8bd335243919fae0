import { Button } from 'antd';
import { useState } from 'react';
import { useT } from '../../kit/i18n/index.ts';

/** Discards the user's own work for the saved version of the other user, after a confirmation. */
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
