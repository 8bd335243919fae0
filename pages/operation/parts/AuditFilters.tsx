import '../../../runtime/core/definitions/allEntities.ts';
import { DatePicker, Segmented, Select } from 'antd';
import dayjs from 'dayjs';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS, auditMoves } from '../../../runtime/core/text/auditWords.ts';
import { PersonSelect } from '../../../runtime/form/why/PersonSelect.tsx';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { useSession } from '../../../runtime/kit/session/session.ts';
import texts from '../texts.json';
import { AUDIT_BY, type AuditFilter, auditBy } from './useAudit.ts';

interface Props {
  filter: AuditFilter;
  onChange(filter: AuditFilter): void;
}

export function AuditFilters({ filter, onChange }: Props) {
  const t = useT(texts);
  const text = useText();
  const mayUsers = useSession(({ can }) => can('user:list'));
  const put = (part: AuditFilter) => onChange({ ...filter, ...part });
  const actions = [
    ...Object.entries(AUDIT_ACTIONS).map(([action, title]) => ({ action, title })),
    ...auditMoves(filter.entity === undefined ? undefined : entityRegistry.get(filter.entity)),
  ];
  const subjects = [
    ...entityRegistry.all().map(({ name, title }) => ({ name, title })),
    ...Object.entries(AUDIT_SUBJECTS).map(([name, title]) => ({ name, title })),
  ];
  const range = [filter.from, filter.to].map((time) => (time ? dayjs(time) : null));
  return (
    <>
      <Segmented
        aria-label={t('audit.by')}
        value={auditBy(filter)}
        options={AUDIT_BY.map((value) => ({ value, label: t(`audit.by.${value}`) }))}
        onChange={(by) => put({ by, ...(by === 'machines' && { userId: undefined }) })}
      />
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
        options={subjects.map(({ name, title }) => ({ value: name, label: text(title) }))}
        onChange={(entity?: string) => put({ entity, action: undefined })}
      />
      <Select
        className="wd-audit-filter"
        aria-label={t('audit.action')}
        placeholder={t('audit.anyAction')}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        value={filter.action}
        options={actions.map(({ action, title }) => ({ value: action, label: text(title) }))}
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
