import { Button } from 'antd';
import { useState } from 'react';
import { useT } from '../../kit/i18n/index.ts';

/** Discards the user's own work for the saved version of the other user, after a confirmation. */
export function DropButton({ onDrop }: { onDrop(): void }) {
  const t = useT();
  const [asks, setAsks] = useState(false);
  return (
    <Button type={asks ? 'primary' : 'text'} danger onClick={asks ? onDrop : () => setAsks(true)}>
      {t(asks ? 'conflict.dropSure' : 'board.conflictReload')}
    </Button>
  );
}
