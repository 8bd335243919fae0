import { Select } from 'antd';
import { dictionaries } from '../../../runtime/core/definitions/dictionaries.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { notifyFailure } from '../../../runtime/kit/api/failure.ts';
import { notify } from '../../../runtime/kit/api/notices.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { useDangerAsk } from '../../../runtime/kit/overlay/useDangerAsk.ts';
import { useSession } from '../../../runtime/kit/session/session.ts';
import texts from '../texts.json';
import { StorageTable } from './StorageTables.tsx';
import { refreshStorage, type StorageUsage } from './useStorage.ts';

type Retention = StorageUsage['retention'];

/** Retentions, from the shortest to the longest. */
const RETENTIONS = ['raw30d', 'raw1y', 'raw3y', 'forever'] as const satisfies readonly Retention[];

/** Shows the retentions of data, and the default one for variables without a setting. */
export function StorageClasses({ usage }: { usage: StorageUsage }) {
  const t = useT(texts);
  const text = useText();
  const can = useSession((session) => session.can);
  const { ask, holder } = useDangerAsk();
  const title = (retention: Retention): string => {
    const entry = dictionaries.pointRetention.entries.find(({ value }) => value === retention);
    return entry ? text(entry.title) : retention;
  };

  async function save(retention: Retention): Promise<void> {
    await call('storageRetentionSave', { body: { retention } }, { quiet: true });
    notify({ kind: 'success', text: { text: t('storage.saved') } });
    await refreshStorage();
  }

  function choose(retention: Retention): void {
    if (RETENTIONS.indexOf(retention) > RETENTIONS.indexOf(usage.retention))
      return void save(retention).catch(notifyFailure);
    ask({
      title: t('storage.defaultTitle'),
      content: t('storage.defaultText', { kept: title(retention) }),
      okText: t('storage.defaultOk'),
      run: () => save(retention),
    });
  }

  const lines = RETENTIONS.flatMap((retention) => usage.classes.filter((one) => one.retention === retention));
  return (
    <StorageTable
      title={t('storage.classes')}
      text={t('storage.classesText')}
      first={t('storage.class')}
      lines={lines.map((line) => ({ ...line, key: line.retention, head: title(line.retention) }))}
      each
    >
      {holder}
      <label className="wd-storage-default" htmlFor="storage-retention">
        {t('storage.default')}
        <Select
          id="storage-retention"
          value={usage.retention}
          disabled={!can('storage:update')}
          options={RETENTIONS.map((value) => ({ value, label: title(value) }))}
          onChange={choose}
        />
      </label>
    </StorageTable>
  );
}
