import { Button, Segmented, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { dictionaries } from '../../runtime/core/definitions/dictionaries.ts';
import { useT, useText } from '../../runtime/kit/i18n/index.ts';
import '../../runtime/list/screen/list.css';
import { useSession } from '../../runtime/kit/session/session.ts';
import { useSite, useStation } from '../../runtime/kit/session/site.ts';
import { ListEmpty, ListFailed } from '../../runtime/kit/states/ListStates.tsx';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import { usePhone } from '../../runtime/kit/theme/useMedia.ts';
import { ListPager } from '../../runtime/list/screen/ListPager.tsx';
import { ConfirmDialog } from '../../widgets/alarmList/ConfirmDialog.tsx';
import { useWarningActions } from './parts/useWarningActions.ts';
import { type STATUSES, useWarnings, type Warning, type WarningQuery } from './parts/useWarnings.ts';
import { WarningTable } from './parts/WarningTable.tsx';
import './warning.css';
import texts from './texts.json';

const FIRST: WarningQuery = { status: 'all', level: null, current: 1, size: 10 };
const EMPTY_SIGN = 32;

/** R111, V110: the alarms of the selected site; one, or all of them, can be confirmed here (decision 41). */
export default function SiteWarningRecord() {
  const t = useT(texts);
  const phone = usePhone();
  const can = useSession((session) => session.can);
  const { stationSn, status: siteStatus } = useSite();
  const station = useStation();
  const [query, setQuery] = useState(FIRST);
  /** The dialog confirms an alarm or all of the station; null: it is closed. */
  const [confirming, setConfirming] = useState<Warning | 'station' | null>(null);
  const { confirm, clear, holder } = useWarningActions();
  const { data, isError, isPending, refetch } = useWarnings(stationSn, query);

  const change = (part: Partial<WarningQuery>) => setQuery((now) => ({ ...now, current: 1, ...part }));
  const warnings = data?.records ?? [];
  const rows = {
    warnings,
    zone: station?.timeZone,
    onConfirm: can('alarm:confirm') ? setConfirming : undefined,
  };
  const narrowed = query.status !== 'all' || query.level !== null;
  const failed = isError || siteStatus === 'failed';
  const known = data !== undefined || (siteStatus === 'ready' && stationSn === null);
  return (
    <section
      className="wd-list"
      data-layout={phone ? 'phone' : 'desk'}
      aria-label={t('warning.title')}
      aria-busy={isPending}
    >
      <Tools query={query} onChange={change} onConfirm={() => setConfirming('station')} onClear={clear} />
      {!failed && !known && <Skeleton active title={false} paragraph={{ rows: query.size }} />}
      {failed && <ListFailed title={t('warning.title')} onRetry={() => void refetch()} />}
      {!failed && known && warnings.length === 0 && narrowed && (
        <ListEmpty title={t('warning.title')} narrowed action={null} onClear={() => setQuery(FIRST)} />
      )}
      {!failed && known && warnings.length === 0 && !narrowed && (
        <div className="wd-list-state wd-card">
          <Icon name="check" size={EMPTY_SIGN} />
          <h2>{t('warning.noneTitle')}</h2>
          <p>{t('warning.noneText')}</p>
        </div>
      )}
      {!failed && warnings.length > 0 && <WarningTable {...rows} />}
      {data && data.total > 0 && (
        <ListPager total={data.total} current={query.current} size={query.size} onChange={change} />
      )}
      {confirming && (
        <ConfirmDialog
          subject={
            confirming === 'station'
              ? t('warning.allOfStation', { station: station?.name ?? '' })
              : confirming.info
          }
          onConfirm={(checkInfo) => confirm(confirming, checkInfo)}
          onClose={() => setConfirming(null)}
        />
      )}
      {holder}
    </section>
  );
}

interface ToolsProps {
  query: WarningQuery;
  onChange(part: Partial<WarningQuery>): void;
  /** All alarms of the station. */
  onConfirm(): void;
  onClear(): void;
}

/** Narrows the alarms, and does something with all of them. */
function Tools({ query, onChange, onConfirm, onClear }: ToolsProps) {
  const t = useT(texts);
  const text = useText();
  const can = useSession((session) => session.can);
  const station = useStation();
  return (
    <div className="wd-list-tools">
      <Segmented
        aria-label={t('warning.status')}
        value={query.status}
        options={(['all', 'open', 'handled'] as const satisfies (keyof typeof STATUSES)[]).map((value) => ({
          value,
          label: t(`warning.${value}`),
        }))}
        onChange={(status) => onChange({ status })}
      />
      <Select<Warning['level'] | ''>
        aria-label={t('warning.level')}
        className="wd-warning-level"
        value={query.level ?? ''}
        options={[
          { value: '', label: t('warning.anyLevel') },
          ...dictionaries.alarmLevel.entries.map(({ value, title }) => ({
            value: value as Warning['level'],
            label: text(title),
          })),
        ]}
        onChange={(level) => onChange({ level: level === '' ? null : level })}
      />
      <span className="wd-list-actions wd-warning-actions">
        {can('alarm:confirm') && (
          <Button disabled={!station} icon={<Icon name="check" />} onClick={onConfirm}>
            {t('warning.confirmStation')}
          </Button>
        )}
        {can('alarm:clear') && (
          <Button disabled={!station} danger icon={<Icon name="delete" />} onClick={onClear}>
            {t('warning.clearAll')}
          </Button>
        )}
      </span>
    </div>
  );
}
