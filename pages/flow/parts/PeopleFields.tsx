import { Checkbox, InputNumber, Select } from 'antd';
import { type ComponentProps, useId } from 'react';
import type { People, Text } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { SERVER_FIELDS } from '../../../runtime/core/serverFields.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { RefPicker } from '../../../runtime/record/filter/RefPicker.tsx';
import texts from '../texts.json';
import { DEPT, ROLE, USER } from './FlowWords.tsx';

interface Props {
  entity: Entity;
  people: People;
  onChange(people: People): void;
}

const TOP_LEVEL = 9;

/** Returns the fields of a record that refer to users. */
function peopleFields({ schema }: Entity): [string, Text][] {
  return Object.entries({ ...SERVER_FIELDS, ...schema.properties }).flatMap(
    ([name, field]): [string, Text][] =>
      field['x-ref'] === 'user' || field.items?.['x-ref'] === 'user'
        ? [[name, field.title ?? { zh: name, en: name }]]
        : [],
  );
}

/** Removes empty settings, which have no meaning. */
function tidy(people: People): People {
  const filled = Object.entries(people).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false,
  );
  return Object.fromEntries(filled);
}

/**
 * Lets the user choose the people of a node: managers, heads of departments, roles, users, fields of the
 * record.
 */
export function PeopleFields({ entity, people, onChange }: Props) {
  const t = useT(texts);
  const text = useText();
  const id = useId();
  const set = (part: Partial<People>) => onChange(tidy({ ...people, ...part }));
  const numbers = (keys: (string | number)[]) => keys.map(Number);
  return (
    <div className="wd-flow-people">
      <Checkbox
        checked={people.manager === true}
        onChange={({ target }) =>
          set(target.checked ? { manager: true } : { manager: false, level: undefined, upTo: false })
        }
      >
        {t('flow.manager')}
      </Checkbox>
      {people.manager && (
        <div className="wd-flow-level">
          <label htmlFor={`${id}-level`}>{t('flow.level')}</label>
          <InputNumber
            id={`${id}-level`}
            min={1}
            max={TOP_LEVEL}
            precision={0}
            value={people.level ?? 1}
            onChange={(level) =>
              set((level ?? 1) > 1 ? { level: level ?? undefined } : { level: undefined, upTo: false })
            }
          />
          {people.level !== undefined && (
            <Checkbox checked={people.upTo === true} onChange={({ target }) => set({ upTo: target.checked })}>
              {t('flow.upTo')}
            </Checkbox>
          )}
        </div>
      )}
      <RecordsField
        label={t('flow.heads')}
        field={DEPT}
        chosen={people.heads ?? []}
        onChange={(keys) => set({ heads: numbers(keys) })}
      />
      <RecordsField
        label={t('flow.roles')}
        field={ROLE}
        chosen={people.roles ?? []}
        onChange={(keys) => set({ roles: keys.map(String) as People['roles'] })}
      />
      <RecordsField
        label={t('flow.users')}
        field={USER}
        chosen={people.users ?? []}
        onChange={(keys) => set({ users: numbers(keys) })}
      />
      <LabelledField label={t('flow.fields')}>
        <Select
          mode="multiple"
          aria-label={t('flow.fields')}
          placeholder={t('flow.choose')}
          value={people.fields ?? []}
          options={peopleFields(entity).map(([value, title]) => ({ value, label: text(title) }))}
          onChange={(fields: string[]) => set({ fields })}
        />
      </LabelledField>
      <Checkbox checked={people.owner === true} onChange={({ target }) => set({ owner: target.checked })}>
        {t('flow.owner')}
      </Checkbox>
    </div>
  );
}

function LabelledField({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="wd-flow-field">
      <span>{label}</span>
      {children}
    </div>
  );
}

/** Lets the user choose records of one entity. */
function RecordsField(props: ComponentProps<typeof RefPicker>) {
  const t = useT(texts);
  return (
    <LabelledField label={props.label}>
      <RefPicker placeholder={t('flow.choose')} {...props} />
    </LabelledField>
  );
}
