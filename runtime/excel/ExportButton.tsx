import { Button, Tooltip } from 'antd';
import { useState } from 'react';
import { useLiveCommands } from '../command/commandStore.ts';
import type { Entity } from '../core/definitions/entities.ts';
import { useT } from '../i18n/index.ts';
import { Icon } from '../theme/Icon.tsx';
import { ExportDialog, type ExportQuery } from './ExportDialog.tsx';

interface Props {
  entity: Entity;
  query: ExportQuery;
  /** How many records that selects, where it is known. */
  count?: number;
  /** Also offered in the palette. */
  command?: boolean;
}

const TITLE = { zh: '导出为文件', en: 'Export to a file' };

/** Writes what the list shows into a file. */
export function ExportButton({ entity, query, count, command = false }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  useLiveCommands(
    command
      ? [{ id: 'list.export', group: 'here', icon: 'download', title: TITLE, run: () => setOpen(true) }]
      : [],
  );
  return (
    <>
      <Tooltip title={t('excel.export')}>
        <Button
          icon={<Icon name="download" />}
          aria-label={t('excel.export')}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        />
      </Tooltip>
      {open && <ExportDialog {...{ entity, query, count }} onClose={() => setOpen(false)} />}
    </>
  );
}
