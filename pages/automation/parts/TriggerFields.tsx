import { Button, Checkbox, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import type { Field } from '../../../generated/definition.ts';
import {
  type CallField,
  type Drawing,
  stateFieldOf,
  subjectOf,
  type Trigger,
  type TriggerKind,
} from '../../../runtime/core/automation/drawing.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { Form } from '../../../runtime/form/screen/Form.tsx';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { useSession } from '../../../runtime/kit/session/session.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import { setEntity, setTrigger } from '../model/edit.ts';
import texts from '../texts.json';
import { choicesOf } from './PartWords.tsx';

interface Props {
  drawing: Drawing;
  onChange(drawing: Drawing): void;
}

const KINDS = ['created', 'updated', 'moved', 'time', 'call'] as const satisfies readonly TriggerKind[];
const OWN = ['automation', 'automationRun'];

export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="wd-flow-field">
      <span>{label}</span>
      {children}
    </div>
  );
}

/** Returns the entities that the user may list, as options. */
export function useEntityChoices(action: 'list' | 'create') {
  const text = useText();
  const can = useSession((session) => session.can);
  return entityRegistry
    .all()
    .filter(
      ({ name, api }) =>
        !OWN.includes(name) && (!api.do || api.do.includes(action)) && can(`${name}:${action}`),
    )
    .map(({ name, title }) => ({ value: name, label: text(title) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}

/** Edits the trigger of the automation. */
export function TriggerFields({ drawing, onChange }: Props) {
  const t = useT(texts);
  const { trigger } = drawing;
  const subject = subjectOf(drawing);
  const entities = useEntityChoices('list');
  const set = (next: Trigger) => onChange({ ...drawing, trigger: next });
  return (
    <>
      <Labelled label={t('automation.when')}>
        <Select<TriggerKind>
          aria-label={t('automation.when')}
          value={trigger.on}
          options={KINDS.map((value) => ({ value, label: t(`automation.trigger.${value}`) }))}
          onChange={(on) => onChange(setTrigger(drawing, on))}
        />
      </Labelled>
      {trigger.on !== 'call' && (
        <Labelled label={t('automation.records')}>
          <Select
            aria-label={t('automation.records')}
            showSearch
            allowClear={trigger.on === 'time'}
            optionFilterProp="label"
            placeholder={t(trigger.on === 'time' ? 'automation.noRecords' : 'automation.choose')}
            value={drawing.entity}
            options={entities}
            onChange={(entity?: string | null) => onChange(setEntity(drawing, entity ?? null))}
          />
        </Labelled>
      )}
      {trigger.on === 'updated' && subject && (
        <ChangedFields
          subject={subject}
          fields={trigger.fields ?? []}
          onChange={(fields) => set({ on: 'updated', ...(fields.length > 0 ? { fields } : {}) })}
        />
      )}
      {trigger.on === 'moved' && subject && (
        <States subject={subject} to={trigger.to} onChange={(to) => set({ on: 'moved', to })} />
      )}
      {trigger.on === 'time' && <TimeFields trigger={trigger} onChange={set} />}
      {trigger.on === 'call' && (
        <CallFields fields={trigger.fields} onChange={(fields) => set({ on: 'call', fields })} />
      )}
    </>
  );
}

function ChangedFields({
  subject,
  fields,
  onChange,
}: {
  subject: Entity;
  fields: readonly string[];
  onChange(fields: string[]): void;
}) {
  const t = useT(texts);
  const text = useText();
  const all = Object.entries(subject.schema.properties ?? {}).filter(([, field]) => !field['x-lines']);
  return (
    <Labelled label={t('automation.fields')}>
      <Select
        mode="multiple"
        aria-label={t('automation.fields')}
        placeholder={t('automation.anyField')}
        optionFilterProp="label"
        value={[...fields]}
        options={all.map(([value, field]) => ({ value, label: field.title ? text(field.title) : value }))}
        onChange={onChange}
      />
    </Labelled>
  );
}

function States({
  subject,
  to,
  onChange,
}: {
  subject: Entity;
  to: readonly (string | number)[];
  onChange(to: (string | number)[]): void;
}) {
  const t = useT(texts);
  const text = useText();
  return (
    <Labelled label={t('automation.states')}>
      <Select
        mode="multiple"
        aria-label={t('automation.states')}
        placeholder={t('automation.choose')}
        optionFilterProp="label"
        value={[...to]}
        options={choicesOf(subject, stateFieldOf(subject) ?? '').map(({ value, title }) => ({
          value: value as string | number,
          label: text(title),
        }))}
        onChange={onChange}
      />
    </Labelled>
  );
}

type Timed = Extract<Trigger, { on: 'time' }>;

const TIME_FIELDS: Record<string, Field> = {
  rule: { type: 'string', format: 'rrule', title: { zh: '重复', en: 'Repeats' } },
  from: { type: 'string', format: 'date', title: { zh: '开始日期', en: 'From' } },
  at: { type: 'string', title: { zh: '时间', en: 'Time' }, pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' },
  days: {
    type: 'string',
    title: { zh: '非工作日', en: 'On non-working days' },
    'x-options': [
      { value: 'any', title: { zh: '照常执行', en: 'Run as usual' } },
      { value: 'skip', title: { zh: '跳过', en: 'Skip' } },
      { value: 'next', title: { zh: '顺延', en: 'Next working day' } },
    ],
  },
};
const TIME_FORM = {
  name: 'automation/time',
  schema: { type: 'object' as const, properties: TIME_FIELDS, required: ['rule', 'from', 'at'] },
  pure: {
    type: 'object',
    properties: Object.fromEntries(Object.keys(TIME_FIELDS).map((name) => [name, { type: 'string' }])),
    required: ['rule', 'from', 'at'],
  },
};

function TimeFields({ trigger, onChange }: { trigger: Timed; onChange(trigger: Timed): void }) {
  const { on: _, ...values } = trigger;
  return (
    <Form
      form={TIME_FORM}
      value={values}
      onChange={({ rule, from, at, days }) =>
        onChange({
          ...{ on: 'time', rule: String(rule ?? ''), from: String(from ?? ''), at: String(at ?? '') },
          ...(days === 'any' || days === 'skip' || days === 'next' ? { days } : {}),
        })
      }
    />
  );
}

const CALL_KINDS = ['text', 'number', 'yes', 'day'] as const satisfies readonly CallField['kind'][];

/** Edits the names of the values in a call. */
function CallFields({
  fields,
  onChange,
}: {
  fields: readonly CallField[];
  onChange(fields: CallField[]): void;
}) {
  const t = useT(texts);
  const set = (at: number, part: Partial<CallField>) =>
    onChange(fields.map((field, place) => (place === at ? { ...field, ...part } : field)));
  return (
    <fieldset className="wd-flow-part">
      <legend>{t('automation.callFields')}</legend>
      {fields.map((field, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a value has no other key, because its name can be edited
        <div className="wd-flow-part" key={at}>
          <Input
            aria-label={t('automation.callName')}
            placeholder={t('automation.callName')}
            value={field.name}
            maxLength={40}
            onChange={({ target }) => set(at, { name: target.value })}
          />
          <Input
            aria-label={t('automation.callTitle')}
            placeholder={t('automation.callTitle')}
            value={field.title}
            maxLength={60}
            onChange={({ target }) => set(at, { title: target.value })}
          />
          <div className="wd-flow-level">
            <Select
              aria-label={t('automation.callKind')}
              value={field.kind}
              options={CALL_KINDS.map((value) => ({ value, label: t(`automation.kind.${value}`) }))}
              onChange={(kind) => set(at, { kind })}
            />
            <Checkbox
              checked={field.required === true}
              onChange={({ target }) => set(at, { required: target.checked })}
            >
              {t('automation.required')}
            </Checkbox>
            <Button
              type="text"
              danger
              icon={<Icon name="delete" />}
              aria-label={t('automation.removeField', { name: field.title || field.name })}
              onClick={() => onChange(fields.filter((_, place) => place !== at))}
            />
          </div>
        </div>
      ))}
      <Button
        icon={<Icon name="plus" />}
        onClick={() => onChange([...fields, { name: '', title: '', kind: 'text' }])}
      >
        {t('automation.addField')}
      </Button>
    </fieldset>
  );
}
