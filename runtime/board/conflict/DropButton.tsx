import { Button } from 'antd';
import { useState } from 'react';
import { useT } from '../../kit/i18n/index.ts';

/** Drops one's own work for what the other one saved; asks once more. */
export function DropButton({ onDrop }: { onDrop(): void }) {
  const t = useT();
  const [asks, setAsks] = useState(false);
  return (
    <Button type={asks ? 'primary' : 'text'} danger onClick={asks ? onDrop : () => setAsks(true)}>
      {t(asks ? 'conflict.dropSure' : 'board.conflictReload')}
    </Button>
  );
}
