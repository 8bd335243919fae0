import { Button } from 'antd';
import { useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { useT } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import { useShort } from '../../kit/parts/shortButtons.ts';
import { Icon } from '../../kit/theme/Icon.tsx';

interface Props {
  entity: Entity;
  id: number;
}

const LinkDialog = later<Props & { onClose(): void }>(() => import('./LinkDialog.tsx'));

/** Opens the dialog for a record's public link. */
export function LinkButton(props: Props) {
  const t = useT();
  const isShort = useShort();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={<Icon name="link" />}
        aria-label={t('link.open')}
        title={isShort ? t('link.open') : undefined}
        onClick={() => setOpen(true)}
      >
        {!isShort && t('link.open')}
      </Button>
      {isOpen && <LinkDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
