import { Button, Tooltip } from 'antd';
import { useState } from 'react';
import { useLiveCommands } from '../command/commandStore.ts';
import type { Entity } from '../core/definitions/entities.ts';
import { useT } from '../i18n/index.ts';
import { Icon } from '../theme/Icon.tsx';
import { ImportDialog } from './ImportDialog.tsx';

interface Props {
  entity: Entity;
  /** Records were written. */
  onDone(): void;
}

const TITLE = { zh: '从文件导入', en: 'Import from a file' };

/** Takes records over from a file. */
export function ImportButton({ entity, onDone }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  useLiveCommands([
    { id: 'list.import', group: 'here', icon: 'upload', title: TITLE, run: () => setOpen(true) },
  ]);
  return (
    <>
      <Tooltip title={t('excel.import')}>
        <Button
          icon={<Icon name="upload" />}
          aria-label={t('excel.import')}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        />
      </Tooltip>
      {open && <ImportDialog {...{ entity, onDone }} onClose={() => setOpen(false)} />}
    </>
  );
}
