import { formatZoned } from '../../runtime/core/numbers/format.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { Panel } from '../../runtime/kit/parts/Panel.tsx';
import '../../runtime/record/activity/record.css';
import { StorageClasses } from './parts/StorageClasses.tsx';
import { StorageFacts } from './parts/StorageFacts.tsx';
import { StorageJob } from './parts/StorageJob.tsx';
import { StorageKinds, StorageMonths, StorageTenants } from './parts/StorageTables.tsx';
import { useStorage } from './parts/useStorage.ts';
import texts from './texts.json';
import './storage.css';

/** Shows the used storage and its growth. Platform administrators see all tenants, others their tenant's share. */
export default function StorageUsage() {
  const t = useT(texts);
  const { data, isPending, isError, refetch } = useStorage();
  return (
    <div className="wd-storage" aria-busy={isPending}>
      <Panel icon="folder" pending={isPending} failed={isError && !data} onRetry={() => void refetch()}>
        {data && (
          <>
            <StorageFacts usage={data} />
            <StorageJob usage={data} />
            {data.countedAt === null ? (
              <p className="wd-storage-note">{t('storage.never')}</p>
            ) : (
              <>
                <div className="wd-storage-parts">
                  <StorageKinds usage={data} />
                  <StorageClasses usage={data} />
                  <StorageMonths usage={data} />
                  {data.tenants.length > 0 && <StorageTenants usage={data} />}
                </div>
                <p className="wd-storage-note">
                  {t('storage.counted', { time: formatZoned(data.countedAt, 'minute') })}
                </p>
              </>
            )}
          </>
        )}
      </Panel>
    </div>
  );
}
