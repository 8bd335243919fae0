import { Button } from 'antd';
import { useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { call } from '../../kit/api/client.ts';
import { useT } from '../../kit/i18n/index.ts';
import { watchJob } from '../../kit/jobs/jobs.ts';
import { useShort } from '../../kit/parts/shortButtons.ts';
import { useSession } from '../../kit/session/session.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import texts from './texts.json';

/** Makes a workbook of one record with additional sheets, such as a statement of account. */
export function WorkbookButton({ entity, id }: { entity: Entity; id: number }) {
  const t = useT(texts);
  const isShort = useShort();
  const can = useSession((session) => session.can);
  const [busy, setBusy] = useState(false);
  if (!entity.list.sheets || !can(`${entity.name}:export`)) return null;
  const make = async () => {
    setBusy(true);
    // The call shows its own errors.
    const path = { entity: entity.name };
    const job = await call('recordExport', { path, body: { format: 'xlsx', ids: [id] } }).catch(() => null);
    setBusy(false);
    if (job) watchJob(job.id);
  };
  return (
    <Button
      icon={<Icon name="table" />}
      aria-label={t('document.workbook')}
      title={isShort ? t('document.workbook') : undefined}
      loading={busy}
      onClick={() => void make()}
    >
      {!isShort && t('document.workbook')}
    </Button>
  );
}
