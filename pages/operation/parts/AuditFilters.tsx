import { DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { PersonSelect } from '../../../runtime/access/PersonSelect.tsx';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { type TextKey, useT, useText } from '../../../runtime/i18n/index.ts';
import { RECORD_ACTIONS } from '../../../runtime/record/recordActions.ts';
import { useSession } from '../../../runtime/shell/session.ts';
import type { AuditFilter } from './useAudit.ts';

/** What the log calls things that were done; moves of records have the names of their definitions. */
export const AUDIT_ACTIONS = [
  ...RECORD_ACTIONS,
  'login',
  'loginFailed',
  'logout',
  'passwordChanged',
  'passwordReset',
  'profileChanged',
  'permissionsChanged',
  'tenantSwitched',
  'totpOn',
  'totpOff',
  'sessionsEnded',
  'apiKeyCreated',
  'apiKeyRevoked',
  'oidcLinked',
] as const;

interface Props {
  filter: AuditFilter;
  onChange(filter: AuditFilter): void;
}

export function AuditFilters({ filter, onChange }: Props) {
  const t = useT();
  const text = useText();
  const mayUsers = useSession(({ can }) => can('user:list'));
  const put = (part: AuditFilter) => onChange({ ...filter, ...part });
  const moves = entityRegistry
    .all()
    .filter(({ name }) => name === filter.entity)
    .flatMap(({ states }) => states?.transitions ?? [])
    .map(({ name, title }) => ({ value: `transition:${name}`, label: text(title) }));
  const entities = entityRegistry.all().map(({ name, title }) => ({ value: name, label: text(title) }));
  const range = [filter.from, filter.to].map((time) => (time ? dayjs(time) : null));
  return (
    <>
      {mayUsers && (
        <PersonSelect
          className="wd-audit-filter"
          label={t('audit.user')}
          placeholder={t('audit.anyUser')}
          value={filter.userId}
          onChange={(userId) => put({ userId })}
        />
      )}
      <Select
        className="wd-audit-filter"
        aria-label={t('audit.entity')}
        placeholder={t('audit.anyEntity')}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        value={filter.entity}
        options={entities}
        onChange={(entity?: string) => put({ entity, action: undefined })}
      />
      <Select
        className="wd-audit-filter"
        aria-label={t('audit.action')}
        placeholder={t('audit.anyAction')}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        value={filter.action}
        options={[
          ...AUDIT_ACTIONS.map((value) => ({
            value: value as string,
            label: t(`audit.do.${value}` satisfies TextKey),
          })),
          ...moves,
        ]}
        onChange={(action?: string) => put({ action })}
      />
      <DatePicker.RangePicker
        className="wd-audit-time"
        aria-label={t('audit.time')}
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        allowEmpty
        value={[range[0] ?? null, range[1] ?? null]}
        placeholder={[t('audit.from'), t('audit.to')]}
        onChange={(times) =>
          put({ from: times?.[0]?.toISOString(), to: times?.[1]?.endOf('minute').toISOString() })
        }
      />
    </>
  );
}
