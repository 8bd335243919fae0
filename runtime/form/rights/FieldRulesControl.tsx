import type { WidgetProps } from '@rjsf/utils';
import { Select } from 'antd';
import { useState } from 'react';
import { useT, useText } from '../../kit/i18n/index.ts';
import './access.css';
import { CatalogueStates } from './CatalogueStates.tsx';
import { useCatalogue } from './useCatalogue.ts';

interface Rule {
  field: string;
  rule: 'hidden' | 'read';
}
const RULES = ['write', 'read', 'hidden'] as const;

/** The form control for a role's field rules. It shows the fields of one entity, each editable, read-only or hidden. */
export default function FieldRulesControl({ id, value, disabled, readonly, onChange }: WidgetProps) {
  const t = useT();
  const text = useText();
  const catalogue = useCatalogue();
  const [chosen, setChosen] = useState<string | null>(null);
  if (!catalogue.data)
    return <CatalogueStates failed={catalogue.isError} onRetry={() => void catalogue.refetch()} />;
  const { entities } = catalogue.data;
  const rules = (value as Rule[] | undefined) ?? [];
  const count = (name: string) => rules.filter(({ field }) => field.startsWith(`${name}.`)).length;
  const first = entities.find(({ name }) => count(name) > 0) ?? entities[0];
  const entity = entities.find(({ name }) => name === chosen) ?? first;
  const put = (field: string, rule: (typeof RULES)[number]) => {
    const rest = rules.filter((rule) => rule.field !== field);
    onChange(rule === 'write' ? rest : [...rest, { field, rule }]);
  };
  return (
    <div className="wd-rules">
      <Select
        id={id}
        className="wd-rules-entity"
        aria-label={t('access.rulesOf')}
        value={entity?.name}
        showSearch={{ optionFilterProp: 'label' }}
        options={entities.map(({ name, title }) => ({
          value: name,
          label:
            count(name) > 0
              ? t('access.rulesCount', { title: text(title), count: count(name) })
              : text(title),
        }))}
        onChange={setChosen}
      />
      <ul className="wd-matrix-actions">
        {entity?.fields.map(({ name, title, readOnly: shownOnly }) => {
          const field = `${entity.name}.${name}`;
          const rule = rules.find((candidate) => candidate.field === field)?.rule ?? 'write';
          return (
            <li key={field}>
              <span aria-hidden>{text(title)}</span>
              <select
                className="wd-reach"
                data-reach={rule}
                aria-label={t('access.ruleFor', { title: text(title) })}
                value={rule}
                disabled={disabled === true || readonly === true}
                onChange={({ target }) => put(field, target.value as (typeof RULES)[number])}
              >
                {RULES.filter((right) => !shownOnly || right !== 'read' || right === rule).map((right) => (
                  <option key={right} value={right}>
                    {t(shownOnly && right === 'write' ? 'access.rule.shown' : `access.rule.${right}`)}
                  </option>
                ))}
              </select>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
