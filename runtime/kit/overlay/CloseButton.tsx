import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useT } from '../i18n/index.ts';

/** Gets the focus while its target is open, and returns the focus afterwards. */
export function CloseButton({ onClose }: { onClose(): void }) {
  const t = useT();
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    close.current?.focus();
    return () => before?.focus();
  }, []);
  return (
    <Button ref={close} onClick={onClose}>
      {t('common.close')}
    </Button>
  );
}
