import { Input, Select } from 'antd';
import type { Field, People } from '../../../generated/definition.ts';
import { type Drawing, subjectOf, type WrittenEffect } from '../../../runtime/core/automation/drawing.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { movesOf } from '../../../runtime/core/rules/states.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { RefPicker } from '../../../runtime/record/filter/RefPicker.tsx';
import { PeopleFields } from '../../flow/parts/PeopleFields.tsx';
import texts from '../texts.json';
import { reachedOf } from './PartWords.tsx';
import { Labelled, useEntityChoices } from './TriggerFields.tsx';
import { ValueField, ValueRows } from './ValueRows.tsx';

interface Props {
  drawing: Drawing;
  effect: WrittenEffect;
  onChange(effect: WrittenEffect): void;
}

type Fields = Readonly<Record<string, Field>>;

const NO_FIELDS: Fields = {};
const CHANNEL: Field = { type: 'string', 'x-ref': 'notificationChannel', 'x-refKey': 'name' };

/** Returns the fields that effects may write. */
const writable = (entity: Entity | undefined): Fields =>
  Object.fromEntries(
    Object.entries(entity?.schema.properties ?? {}).filter(
      ([name, field]) =>
        !field.readOnly &&
        !field['x-computed'] &&
        !field['x-lines'] &&
        field.type !== 'object' &&
        name !== entity?.states?.field,
    ),
  );

const textsIn = (values: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries((values ?? {}) as object).map(([name, value]) => [name, String(value)]));

/** Returns fields as options. */
function useTitled() {
  const text = useText();
  return (fields: Fields) =>
    Object.entries(fields).map(([value, { title }]) => ({ value, label: title ? text(title) : value }));
}

const ownOf = (drawing: Drawing): Fields => subjectOf(drawing)?.schema.properties ?? NO_FIELDS;

/** Shows the settings of an effect. */
export function EffectFields(props: Props) {
  switch (props.effect.do) {
    case 'assign':
      return <AssignFields {...props} />;
    case 'create':
      return <CreateFields {...props} />;
    case 'update':
      return <UpdateFields {...props} />;
    case 'move':
      return <MoveFields {...props} />;
    case 'notify':
    case 'mail':
      return <MessageFields {...props} />;
    default:
      return <WebhookFields {...props} />;
  }
}

function AssignFields({ drawing, effect, onChange }: Props) {
  const t = useT(texts);
  const text = useText();
  const titled = useTitled();
  const fields = writable(subjectOf(drawing));
  const field = fields[String(effect.field)];
  return (
    <>
      <Labelled label={t('automation.field')}>
        <Select
          aria-label={t('automation.field')}
          showSearch
          optionFilterProp="label"
          placeholder={t('automation.choose')}
          value={effect.field ? String(effect.field) : null}
          options={titled(fields)}
          onChange={(name: string | null) => onChange({ do: 'assign', field: name ?? '' })}
        />
      </Labelled>
      {field && (
        <ValueField
          {...{ field, subject: ownOf(drawing) }}
          label={field.title ? text(field.title) : String(effect.field)}
          value={typeof effect.value === 'string' ? effect.value : 'null'}
          onChange={(value) => onChange({ ...effect, value })}
        />
      )}
    </>
  );
}

function CreateFields({ drawing, effect, onChange }: Props) {
  const t = useT(texts);
  const creatable = useEntityChoices('create');
  const target = entityRegistry.get(String(effect.entity));
  return (
    <>
      <Labelled label={t('automation.newRecord')}>
        <Select
          aria-label={t('automation.newRecord')}
          showSearch
          optionFilterProp="label"
          placeholder={t('automation.choose')}
          value={effect.entity ? String(effect.entity) : null}
          options={creatable}
          onChange={(entity: string | null) => onChange({ do: 'create', entity: entity ?? '', values: {} })}
        />
      </Labelled>
      {target && (
        <ValueRows
          fields={writable(target)}
          required={target.schema.required ?? []}
          subject={ownOf(drawing)}
          values={textsIn(effect.values)}
          onChange={(values) => onChange({ ...effect, values })}
        />
      )}
    </>
  );
}

function UpdateFields({ drawing, effect, onChange }: Props) {
  const t = useT(texts);
  const titled = useTitled();
  const own = ownOf(drawing);
  const references = Object.fromEntries(Object.entries(own).filter(([, field]) => field['x-ref']));
  const target = reachedOf(subjectOf(drawing), effect.of);
  return (
    <>
      <Labelled label={t('automation.reference')}>
        <Select
          aria-label={t('automation.reference')}
          placeholder={t('automation.choose')}
          value={effect.of ? String(effect.of) : null}
          options={titled(references)}
          onChange={(of: string | null) => onChange({ do: 'update', of: of ?? '', values: {} })}
        />
      </Labelled>
      {target && (
        <ValueRows
          fields={writable(target)}
          required={[]}
          subject={own}
          values={textsIn(effect.values)}
          onChange={(values) => onChange({ ...effect, values })}
        />
      )}
    </>
  );
}

function WebhookFields({ drawing, effect, onChange }: Props) {
  const t = useT(texts);
  const titled = useTitled();
  return (
    <>
      <Channel effect={effect} onChange={onChange} />
      <Labelled label={t('automation.sentFields')}>
        <Select
          mode="multiple"
          aria-label={t('automation.sentFields')}
          placeholder={t('automation.choose')}
          optionFilterProp="label"
          value={Array.isArray(effect.fields) ? effect.fields.map(String) : []}
          options={titled(ownOf(drawing))}
          onChange={(fields: string[]) => onChange({ ...effect, fields })}
        />
      </Labelled>
    </>
  );
}

function Channel({ effect, onChange }: Pick<Props, 'effect' | 'onChange'>) {
  const t = useT(texts);
  return (
    <Labelled label={t('automation.channel')}>
      <RefPicker
        placeholder={t('automation.choose')}
        field={CHANNEL}
        label={t('automation.channel')}
        chosen={effect.channel ? [String(effect.channel)] : []}
        onChange={(keys) => onChange({ ...effect, channel: String(keys.at(-1) ?? '') })}
      />
    </Labelled>
  );
}

function MoveFields({ drawing, effect, onChange }: Props) {
  const t = useT(texts);
  const text = useText();
  const subject = subjectOf(drawing);
  const own = subject?.schema.properties ?? NO_FIELDS;
  const references = Object.entries(own).filter(([, field]) => movesOfReference(field).length > 0);
  const itself = drawing.entity !== null && subject && movesOf(subject).length > 0;
  const target = reachedOf(subject, effect.of);
  const moves = target ? movesOf(target) : [];
  const names = Array.isArray(effect.transitions) ? effect.transitions.map(String) : [];
  const forms = moves.filter(({ name }) => names.includes(name)).map(({ form }) => form);
  const fields: Fields = Object.assign({}, ...forms.map((form) => form?.properties ?? {}));
  return (
    <>
      <Labelled label={t('automation.movedRecord')}>
        <Select
          aria-label={t('automation.movedRecord')}
          value={String(effect.of)}
          options={[
            ...(itself ? [{ value: 'id', label: t('automation.itself') }] : []),
            ...references.map(([value, { title }]) => ({ value, label: title ? text(title) : value })),
          ]}
          onChange={(of: string) => onChange({ do: 'move', of, transitions: [] })}
        />
      </Labelled>
      <Labelled label={t('automation.move')}>
        <Select
          mode="multiple"
          aria-label={t('automation.move')}
          placeholder={t('automation.choose')}
          value={names}
          options={moves.map(({ name, title }) => ({ value: name, label: text(title) }))}
          onChange={(transitions: string[]) => onChange({ do: 'move', of: effect.of, transitions })}
        />
      </Labelled>
      {Object.keys(fields).length > 0 && (
        <ValueRows
          fields={fields}
          required={forms.flatMap((form) => form?.required ?? [])}
          subject={own}
          values={textsIn(effect.form)}
          onChange={(form) => {
            const { form: _, ...rest } = effect;
            onChange(Object.keys(form).length > 0 ? { ...rest, form } : rest);
          }}
        />
      )}
    </>
  );
}

function movesOfReference(field: Field) {
  const target = entityRegistry.get(field['x-ref'] ?? '');
  return target ? movesOf(target) : [];
}

interface Texts {
  zh: string;
  en: string;
}

/** Asks for recipients and text. Field names in braces are replaced by the record's values. */
function MessageFields({ drawing, effect, onChange }: Props) {
  const t = useT(texts);
  const subject = subjectOf(drawing);
  const textsOf = (name: 'subject' | 'text'): Texts => (effect[name] ?? { zh: '', en: '' }) as Texts;
  const box = (name: 'subject' | 'text', lang: 'zh' | 'en') => (
    <Labelled key={name + lang} label={t(`automation.${name}.${lang}`)}>
      <Input.TextArea
        aria-label={t(`automation.${name}.${lang}`)}
        autoSize={{ minRows: name === 'text' ? 2 : 1, maxRows: 6 }}
        maxLength={1000}
        value={textsOf(name)[lang]}
        onChange={({ target }) => onChange({ ...effect, [name]: { ...textsOf(name), [lang]: target.value } })}
      />
    </Labelled>
  );
  return (
    <>
      {effect.do === 'mail' && <Channel effect={effect} onChange={onChange} />}
      {subject && (
        <fieldset className="wd-flow-part">
          <legend>{t('automation.people')}</legend>
          <PeopleFields
            entity={subject}
            people={(effect.to ?? {}) as People}
            onChange={(to) => onChange({ ...effect, to })}
          />
        </fieldset>
      )}
      {effect.do === 'mail' && [box('subject', 'en'), box('subject', 'zh')]}
      {[box('text', 'en'), box('text', 'zh')]}
      <small>{t('automation.braces')}</small>
    </>
  );
}
