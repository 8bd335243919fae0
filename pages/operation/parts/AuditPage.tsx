import { Button, Skeleton } from 'antd';
import { useLang, useT } from '../../../runtime/kit/i18n/index.ts';
import '../../../runtime/list/screen/list.css';
import { ListEmpty, ListFailed } from '../../../runtime/kit/states/ListStates.tsx';
import { ListPager } from '../../../runtime/list/screen/ListPager.tsx';
import '../../../runtime/record/activity/record.css';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import { usePhone } from '../../../runtime/kit/theme/useMedia.ts';
import '../audit.css';
import texts from '../texts.json';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';
import { auditFileAddress, useAudit, useAuditQuery } from './useAudit.ts';

/** Time zone of all times on this page. */
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const FORMATS = ['xlsx', 'csv'] as const;

/** Lists all actions in the tenant with user and time. Users can filter and export them. */
export function AuditPage() {
  const t = useT(texts);
  const lang = useLang();
  const phone = usePhone();
  const [query, change] = useAuditQuery();
  const { data, isError, isPending, refetch } = useAudit(query);
  const filtered = Object.values(query.filter).some((value) => value !== undefined);
  const lines = data?.records ?? [];
  return (
    <section
      className="wd-list"
      data-layout={phone ? 'phone' : 'desk'}
      aria-label={t('audit.title')}
      aria-busy={isPending}
    >
      <div className="wd-list-tools">
        <AuditFilters filter={query.filter} onChange={(filter) => change({ filter, current: 1 })} />
        <span className="wd-list-actions wd-audit-actions">
          {FORMATS.map((format) => (
            <Button
              key={format}
              icon={<Icon name="download" />}
              href={auditFileAddress(query.filter, { format, lang, zone: ZONE })}
              download={`audit.${format}`}
            >
              {t(`audit.export.${format}`)}
            </Button>
          ))}
        </span>
      </div>
      {isError ? (
        <ListFailed title={t('audit.title')} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : lines.length === 0 ? (
        <ListEmpty
          title={t('audit.title')}
          narrowed={filtered}
          action={null}
          onClear={() => change({ filter: {}, current: 1 })}
        />
      ) : (
        <>
          <AuditTable lines={lines} sort={query.sort} onSort={(sort) => change({ sort, current: 1 })} />
          <ListPager
            total={data.total}
            current={query.current}
            size={query.size}
            onChange={({ current = 1, size = query.size }) => change({ current, size })}
          />
        </>
      )}
    </section>
  );
}
