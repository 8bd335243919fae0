import { DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { useDeferredValue, useState } from 'react';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS, auditMoves } from '../../../runtime/core/auditWords.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { type RefTarget, useRefLabels, useRefSearch } from '../../../runtime/form/refs.ts';
import { useT, useText } from '../../../runtime/i18n/index.ts';
import { useSession } from '../../../runtime/shell/session.ts';
import type { AuditFilter } from './useAudit.ts';

const USERS: RefTarget = { entity: 'user', key: 'id' };
interface Props {
  filter: AuditFilter;
  onChange(filter: AuditFilter): void;
}

export function AuditFilters({ filter, onChange }: Props) {
  const t = useT();
  const text = useText();
  const mayUsers = useSession(({ can }) => can('user:list'));
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const users = useRefSearch(USERS, useDeferredValue(typed), open);
  const put = (part: AuditFilter) => onChange({ ...filter, ...part });
  const label_of = useRefLabels(USERS, filter.userId === undefined ? [] : [filter.userId]);
  const found = users.options.map(({ value, label }) => ({ value: Number(value), label }));
  const chosen = filter.userId;
  // Whoever an address names is named before anybody opens the list.
  const people =
    chosen === undefined || found.some(({ value }) => value === chosen)
      ? found
      : [{ value: chosen, label: label_of.get(chosen) ?? String(chosen) }, ...found];
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
      {mayUsers && (
        <Select
          className="wd-audit-filter"
          aria-label={t('audit.user')}
          placeholder={t('audit.anyUser')}
          allowClear
          value={filter.userId}
          open={open}
          onOpenChange={setOpen}
          showSearch={{ filterOption: false, onSearch: setTyped }}
          options={people}
          onChange={(userId?: number) => put({ userId })}
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
