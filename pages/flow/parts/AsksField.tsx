import { Checkbox, Select } from 'antd';
import type { ApprovalStep } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { askableFields } from '../../../runtime/core/flow/problems.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';

interface Props {
  entity: Entity;
  node: ApprovalStep;
  onChange(node: ApprovalStep): void;
}

/** Lets the user choose the fields that the approver fills in, and the required ones among them. */
export function AsksField({ entity, node, onChange }: Props) {
  const t = useT(texts);
  const text = useText();
  const { asks = [], ...plain } = node;
  const titleOf = (name: string) => text(entity.schema.properties?.[name]?.title ?? { zh: name, en: name });
  const set = (next: NonNullable<ApprovalStep['asks']>) =>
    onChange(next.length > 0 ? { ...plain, asks: next } : plain);
  const setRequired = (field: string, required: boolean) =>
    set(asks.map((one) => (one.field === field ? { field, ...(required && { required: true }) } : one)));
  return (
    <fieldset className="wd-flow-part">
      <legend>{t('flow.asks')}</legend>
      <Select
        mode="multiple"
        aria-label={t('flow.asks')}
        placeholder={t('flow.asksNothing')}
        value={asks.map(({ field }) => field)}
        options={askableFields(entity).map((value) => ({ value, label: titleOf(value) }))}
        optionFilterProp="label"
        onChange={(names: string[]) =>
          set(names.map((field) => asks.find((one) => one.field === field) ?? { field }))
        }
      />
      {asks.map(({ field, required = false }) => (
        <Checkbox
          key={field}
          checked={required}
          onChange={({ target }) => setRequired(field, target.checked)}
        >
          {t('flow.asksRequired', { field: titleOf(field) })}
        </Checkbox>
      ))}
    </fieldset>
  );
}
