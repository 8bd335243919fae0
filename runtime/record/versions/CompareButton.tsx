import { Button } from 'antd';
import { useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { hasVersions } from '../../core/rules/versions.ts';
import { useT } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import { useShort } from '../../kit/parts/shortButtons.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { ListRecord } from '../calls/useRecords.ts';
import type { CompareDialogProps } from './CompareDialog.tsx';
import texts from './texts.json';

const CompareDialog = later<CompareDialogProps>(() => import('./CompareDialog.tsx'));

/** Opens a comparison of a record's versions. Hidden for a single version. */
export function CompareButton({ entity, record }: { entity: Entity; record: ListRecord }) {
  const t = useT(texts);
  const isShort = useShort();
  const [isOpen, setOpen] = useState(false);
  if (!hasVersions(entity, record)) return null;
  return (
    <>
      <Button
        icon={<Icon name="history" />}
        aria-label={t('versions.compare')}
        title={isShort ? t('versions.compare') : undefined}
        onClick={() => setOpen(true)}
      >
        {!isShort && t('versions.compare')}
      </Button>
      {isOpen && <CompareDialog entity={entity} record={record} onClose={() => setOpen(false)} />}
    </>
  );
}
