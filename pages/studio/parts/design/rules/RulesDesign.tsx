import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import type { EntityDefinition, Rule } from '../../../../../generated/definition.ts';
import { useT, useText } from '../../../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../../../runtime/kit/theme/Icon.tsx';
import { changePart, type Part, partOf } from '../changes.ts';
import { useDesign } from '../designContext.ts';
import { fieldsOf, optionsOf, titleOfField } from '../entityDoc.ts';
import { HowMany } from '../HowMany.tsx';
import { partPointer } from '../places.ts';
import texts from '../texts.json';
import { Wrong } from '../Wrong.tsx';
import {
  type Against,
  addRule,
  changeRule,
  comparesOf,
  fieldsLike,
  kindOf,
  listComparedFields,
  type PickedRule,
  readRule,
  removeRule,
  rulesOf,
  sayRule,
  warnRule,
  wordsOf,
} from './rules.ts';

const VALUE = '=';
const TODAY = '=today';

/** Edits the rules across the fields of a record, or of its lines, each with its sentence. */
export function RulesDesign({ part }: { part: Part }) {
  const t = useT(texts);
  const { whole, readOnly, onChange } = useDesign();
  const entity = partOf(whole, part);
  if (!entity) return null;
  const rules = rulesOf(entity);
  if (rules.length === 0 && (readOnly || listComparedFields(entity).length === 0)) return null;
  const change = (edit: <E extends EntityDefinition>(one: E) => E) => onChange(changePart(whole, part, edit));
  return (
    <section className="wd-design-rules" aria-label={t('design.rules')}>
      <h3>{t('design.rules')}</h3>
      <ul>
        {rules.map((rule, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no other name than its place
          <li key={at}>
            <RuleCard {...{ part, entity, rule, at }} onEdit={change} />
          </li>
        ))}
      </ul>
      {!readOnly && (
        <Button icon={<Icon name="plus" />} onClick={() => change((one) => addRule(one) ?? one)}>
          {t('design.addRule')}
        </Button>
      )}
    </section>
  );
}

interface CardProps {
  part: Part;
  entity: EntityDefinition;
  rule: Rule;
  at: number;
  onEdit(edit: <E extends EntityDefinition>(one: E) => E): void;
}

function RuleCard({ part, entity, rule, at, onEdit }: CardProps) {
  const t = useT(texts);
  const { readOnly, problems } = useDesign();
  const pointer = `${partPointer(part)}/schema/x-rules/${at}`;
  const picked = readRule(rule);
  const named = { number: at + 1 };
  return (
    <article className="wd-design-move" aria-label={t('design.ruleOf', named)}>
      <span className="wd-design-add">
        {picked ? (
          <RulePickers
            {...{ entity, picked }}
            onPick={(change) => onEdit((one) => changeRule(one, at, change))}
          />
        ) : (
          <span>{t('design.ruleCode')}</span>
        )}
        {!readOnly && (
          <Button
            type="text"
            icon={<Icon name="delete" />}
            aria-label={t('design.removeOf', { title: t('design.ruleOf', named) })}
            onClick={() => onEdit((one) => removeRule(one, at))}
          />
        )}
      </span>
      {(['zh', 'en'] as const).map((lang) => (
        <Input
          key={lang}
          aria-label={t(`design.ruleSays.${lang}`)}
          prefix={t(`design.lang.${lang}`)}
          value={rule.text[lang]}
          maxLength={200}
          readOnly={readOnly}
          onChange={({ target: { value } }) =>
            onEdit((one) => sayRule(one, at, { ...rule.text, [lang]: value }))
          }
        />
      ))}
      <Checkbox
        checked={rule.warn ?? false}
        disabled={readOnly}
        onChange={({ target: { checked } }) => onEdit((one) => warnRule(one, at, checked))}
      >
        {t('design.ruleWarns')}
      </Checkbox>
      <Wrong {...{ problems, pointer }} />
      <HowMany pointer={pointer} isRule />
    </article>
  );
}

interface PickersProps {
  entity: EntityDefinition;
  picked: PickedRule;
  onPick(change: Partial<PickedRule>): void;
}

const keyOf = (right: Against): string =>
  right === 'today' ? TODAY : 'field' in right ? right.field : VALUE;

function RulePickers({ entity, picked, onPick }: PickersProps) {
  const t = useT(texts);
  const text = useText();
  const { readOnly } = useDesign();
  const { left, compare, right } = picked;
  const field = fieldsOf(entity)[left];
  const kind = kindOf(field);
  const titled = (names: readonly string[]) =>
    names.map((value) => ({ value, label: text(titleOfField(entity, value)) }));
  const others = [
    ...titled(fieldsLike(entity, left)),
    ...(kind === 'date' ? [{ value: TODAY, label: t('design.today') }] : []),
    ...(kind === 'date' || kind === 'moment' ? [] : [{ value: VALUE, label: t('design.aValue') }]),
  ];
  const choose = (key: string) => {
    const value = kind === 'figure' ? 0 : String(optionsOf(field)[0]?.value ?? '');
    onPick({ right: key === TODAY ? 'today' : key === VALUE ? { value } : { field: key } });
  };
  const shared = { disabled: readOnly, popupMatchSelectWidth: false };
  return (
    <>
      <Select
        {...shared}
        aria-label={t('design.ruleField')}
        value={left}
        options={titled(listComparedFields(entity))}
        onChange={(next) => onPick({ left: next })}
      />
      <Select
        {...shared}
        aria-label={t('design.ruleCompare')}
        value={compare}
        options={comparesOf(kind).map((value) => ({ value, label: text(wordsOf(kind, value)) }))}
        onChange={(next) => onPick({ compare: next })}
      />
      <Select
        {...shared}
        aria-label={t('design.ruleAgainst')}
        value={keyOf(right)}
        options={others}
        onChange={choose}
      />
      {typeof right === 'object' && 'value' in right && (
        <RuleValue
          {...{ entity, left }}
          value={right.value}
          onValue={(value) => onPick({ right: { value } })}
        />
      )}
    </>
  );
}

interface ValueProps {
  entity: EntityDefinition;
  left: string;
  value: string | number;
  onValue(value: string | number): void;
}

function RuleValue({ entity, left, value, onValue }: ValueProps) {
  const t = useT(texts);
  const text = useText();
  const { readOnly } = useDesign();
  const field = fieldsOf(entity)[left];
  const shared = { 'aria-label': t('design.ruleValue'), disabled: readOnly };
  if (kindOf(field) === 'figure')
    return <InputNumber {...shared} value={Number(value)} onChange={(next) => onValue(next ?? 0)} />;
  const choices = optionsOf(field);
  return choices.length > 0 ? (
    <Select
      {...shared}
      popupMatchSelectWidth={false}
      value={String(value)}
      options={choices.map((choice) => ({ value: String(choice.value), label: text(choice.title) }))}
      onChange={onValue}
    />
  ) : (
    <Input {...shared} value={value} maxLength={200} onChange={({ target }) => onValue(target.value)} />
  );
}
