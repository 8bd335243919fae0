import { useState } from 'react';
import type { Field } from '../../../generated/definition.ts';
import { dictionaries } from '../../../runtime/core/definitions/dictionaries.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../runtime/core/rule.ts';
import { fieldTypeOf } from '../../../runtime/fieldTypes/index.ts';
import type { FormSource } from '../../../runtime/form/model/formSource.ts';
import { FormDialog } from '../../../runtime/form/screen/FormDialog.tsx';
import { ApiError, CODE } from '../../../runtime/kit/api/errors.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import { FIELD_TYPES, type FieldValues, NUMBERS } from './fields.ts';

const both = (zh: string, en: string) => ({ zh, en });

const SPECIAL_TITLES: Readonly<Record<string, { zh: string; en: string }>> = {
  longText: both('多行文本', 'Long text'),
  choice: both('字典选项', 'Choice from a dictionary'),
  ref: both('引用其他记录', 'Another record'),
  other: both('其他（在 JSON 中编辑）', 'Something else (edited as JSON)'),
};

const titleOf = (name: string) => SPECIAL_TITLES[name] ?? fieldTypeOf(FIELD_TYPES[name] ?? {}).title;

const when = (...types: string[]) => ({ properties: { type: { enum: types } }, required: ['type'] });

/** The keywords of a field that its values are checked by. */
const CHECKED = new Set(['pattern', 'minLength', 'maxLength', 'minimum', 'maximum']);

type Fields = Record<string, Field>;

const nameFields = (types: readonly string[]): Fields => ({
  name: {
    type: 'string',
    title: both('字段名', 'Name'),
    description: both(
      '小驼峰英文，例如 ratedPower；保存后不能修改',
      'camelCase, for example ratedPower; fixed once applied',
    ),
    pattern: '^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]+)*[A-Z]?$',
    maxLength: 50,
    'x-fixed': true,
  },
  type: {
    type: 'string',
    title: both('类型', 'Type'),
    'x-options': types.map((value) => ({ value, title: titleOf(value) })),
  },
  titleZh: { type: 'string', title: both('中文标题', 'Chinese title'), minLength: 1, maxLength: 100 },
  titleEn: { type: 'string', title: both('英文标题', 'English title'), minLength: 1, maxLength: 100 },
});

/** Gives the settings of fields of some types. They refer to what is defined now, so they are made on opening. */
const typeFields = (): Fields => ({
  dictionary: {
    type: 'string',
    title: both('字典', 'Dictionary'),
    'x-options': Object.values(dictionaries).map(({ name, title }) => ({ value: name, title })),
    'x-visible': when('choice'),
    'x-required': when('choice'),
    'x-clear': true,
  },
  ref: {
    type: 'string',
    title: both('引用的实体', 'Entity'),
    'x-options': entityRegistry.all().map(({ name, title }) => ({ value: name, title })),
    'x-visible': when('ref'),
    'x-required': when('ref'),
    'x-clear': true,
  },
  maxLength: {
    type: 'integer',
    title: both('最多字数', 'Characters at most'),
    minimum: 1,
    maximum: 10_000,
    'x-visible': when('text', 'longText'),
    'x-clear': true,
  },
  minimum: {
    type: 'number',
    title: both('最小值', 'At least'),
    'x-visible': when(...NUMBERS),
    'x-clear': true,
  },
  maximum: {
    type: 'number',
    title: both('最大值', 'At most'),
    'x-visible': when(...NUMBERS),
    'x-clear': true,
  },
  unit: {
    type: 'string',
    title: both('单位', 'Unit'),
    maxLength: 20,
    'x-visible': when(...NUMBERS, 'money', 'other'),
    'x-clear': true,
  },
});

const TRAITS: Fields = {
  required: { type: 'boolean', title: both('必填', 'Required') },
  unique: { type: 'boolean', title: both('不可重复', 'Every value once') },
  inList: { type: 'boolean', title: both('显示在列表中', 'Shown in the list') },
  inFilter: { type: 'boolean', title: both('可筛选', 'Can be filtered by') },
  inSearch: { type: 'boolean', title: both('可搜索', 'Is searched') },
};

/** The schema that values are checked by. */
function pureOf(schema: Field): Values {
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, { type, ...field }]) => [
        name,
        { type, ...Object.fromEntries(Object.entries(field).filter(([keyword]) => CHECKED.has(keyword))) },
      ]),
    ),
    required: schema.required,
    additionalProperties: false,
  };
}

function makeForm(custom: boolean): FormSource {
  const types = [...Object.keys(FIELD_TYPES), ...(custom ? ['other'] : [])];
  const schema: Field = {
    type: 'object',
    properties: { ...nameFields(types), ...typeFields(), ...TRAITS },
    required: ['name', 'type', 'titleZh', 'titleEn'],
  };
  return { name: 'studio/field', schema, pure: pureOf(schema) };
}

interface Props {
  /** Null: a new one. */
  field: FieldValues | null;
  /** Applied already: the name is a column. */
  fixed: boolean;
  /** Names of other fields. */
  taken: readonly string[];
  onSave(values: FieldValues): void;
  onCancel(): void;
}

const NEW: FieldValues = { name: '', titleZh: '', titleEn: '', type: 'text', inList: true };

export function FieldDialog({ field, fixed, taken, onSave, onCancel }: Props) {
  const t = useT(texts);
  const custom = field?.type === 'other';
  const [form] = useState(() => makeForm(custom));
  const save = (values: FieldValues) => {
    if (taken.includes(values.name)) {
      const fields = [{ field: '/name', msg: t('studio.nameTaken') }];
      throw new ApiError({ failure: 'answer', code: CODE.invalid, msg: t('studio.nameTaken'), fields });
    }
    onSave(values);
  };
  return (
    <FormDialog
      title={t(field ? 'studio.editField' : 'studio.addField')}
      form={form}
      value={{ ...(field ?? NEW) } as Values}
      context={fixed ? { saved: true } : undefined}
      saveText={t('studio.takeOver')}
      onSave={(values) => save(values as unknown as FieldValues)}
      onCancel={onCancel}
    />
  );
}
