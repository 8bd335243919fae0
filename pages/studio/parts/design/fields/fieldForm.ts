/** The form in which the card of a field is edited. */
import '../../../../../runtime/core/definitions/allEntities.ts';
import type { EntityDefinition, Field, Option, Text } from '../../../../../generated/definition.ts';
import { dictionaries } from '../../../../../runtime/core/definitions/dictionaries.ts';
import { entityRegistry } from '../../../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../../../runtime/core/rules/rule.ts';
import { fieldTypeOf } from '../../../../../runtime/fieldTypes/index.ts';
import type { FormSource } from '../../../../../runtime/form/model/formSource.ts';
import { type EntityDocument, fieldsOf, figuresOf, titleOfField } from '../entityDoc.ts';
import { FIELD_TYPES, NOT_IN_LINES, NUMBERS } from './fieldKinds.ts';
import type { FieldValues } from './fields.ts';
import { startField } from './starts.ts';

const both = (zh: string, en: string): Text => ({ zh, en });

const SPECIAL_TITLES: Readonly<Record<string, Text>> = {
  text: both('文本', 'Text'),
  longText: both('多行文本', 'Long text'),
  number: both('数字', 'Number'),
  integer: both('整数', 'Whole number'),
  money: both('金额', 'Money'),
  date: both('日期', 'Date'),
  options: both('单选', 'Choice'),
  choice: both('字典选项', 'Choice from a dictionary'),
  boolean: both('是 / 否', 'Yes or no'),
  image: both('图片', 'Picture'),
  file: both('文件', 'File'),
  user: both('人员', 'Person'),
  ref: both('关联记录', 'Reference'),
  formula: both('公式', 'Formula'),
  total: both('明细合计', 'Total of the lines'),
  sequence: both('编号', 'Record number'),
  other: both('其他（在代码中编辑）', 'Other (edited as code)'),
};

export const titleOfKind = (name: string): Text =>
  SPECIAL_TITLES[name] ?? fieldTypeOf(FIELD_TYPES[name] ?? {}).title;

const when = (...types: string[]) => ({ properties: { type: { enum: types } }, required: ['type'] });

/** Keywords that limit the values of a field. */
const CHECKED = new Set(['minLength', 'maxLength', 'minimum', 'maximum']);

const choiceOf = (title: Text, options: readonly Option[], ...types: string[]): Field => ({
  type: 'string',
  title,
  'x-options': options.length > 0 ? [...options] : [{ value: '', title: both('无', 'None') }],
  'x-visible': when(...types),
  'x-clearWhenHidden': true,
});

const figureOptions = (entity: EntityDefinition, except: string): Option[] =>
  figuresOf(entity)
    .filter((name) => name !== except)
    .map((value) => ({ value, title: titleOfField(entity, value) }));

const OPERATOR_OPTIONS: Option[] = [
  { value: '*', title: both('×', '×') },
  { value: '+', title: both('+', '+') },
  { value: '-', title: both('−', '−') },
  { value: '/', title: both('÷', '÷') },
];
const FIGURE_OPTIONS: Option[] = [
  { value: 'sum', title: both('合计', 'Sum') },
  { value: 'length', title: both('行数', 'Count') },
  { value: 'max', title: both('最大值', 'Largest') },
  { value: 'min', title: both('最小值', 'Smallest') },
];

type Fields = Record<string, Field>;

/** Returns the field that asks for the lines. Empty unless a record has several kinds of lines. */
const describeLinesChoice = ({ lines = [] }: EntityDocument): Fields =>
  lines.length > 1
    ? {
        lines: choiceOf(
          both('哪种明细', 'Lines'),
          lines.map(({ of, title }) => ({ value: of?.as ?? '', title })),
          'total',
        ),
      }
    : {};

const worked = (whole: EntityDocument, entity: EntityDefinition, name: string, of?: string): Fields => {
  const lines = (whole.lines ?? []).find((one) => one.of?.as === of) ?? whole.lines?.[0];
  return {
    ...describeLinesChoice(whole),
    left: choiceOf(both('字段', 'Field'), figureOptions(entity, name), 'formula'),
    operator: choiceOf(both('运算', 'Operation'), OPERATOR_OPTIONS, 'formula'),
    right: choiceOf(both('与字段', 'Second field'), figureOptions(entity, name), 'formula'),
    figure: choiceOf(both('对明细', 'Of the lines'), FIGURE_OPTIONS, 'total'),
    added: {
      ...choiceOf(both('明细字段', 'Field of the lines'), lines ? figureOptions(lines, '') : [], 'total'),
      'x-visible': {
        properties: { type: { const: 'total' }, figure: { enum: ['sum', 'max', 'min'] } },
        required: ['type', 'figure'],
      },
    },
  };
};

/** Options are made on opening, because they refer to the current definitions. */
const chosen = (): Fields => ({
  choices: {
    type: 'string',
    title: both('选项，每行一个', 'Choices, one per line'),
    description: both('可写“中文 | English”', 'Both languages: 中文 | English'),
    maxLength: 4000,
    'x-control': 'textarea',
    'x-visible': when('options'),
    'x-clearWhenHidden': true,
  },
  dictionary: choiceOf(
    both('字典', 'Dictionary'),
    Object.values(dictionaries).map(({ name, title }) => ({ value: name, title })),
    'choice',
  ),
  ref: choiceOf(
    both('关联哪种记录', 'Referenced records'),
    entityRegistry.all().map(({ name, title }) => ({ value: name, title })),
    'ref',
  ),
});

const limits: Fields = {
  megabytes: {
    type: 'integer',
    title: both('文件最大（MB）', 'Largest file (MB)'),
    description: both('留空为 50 MB', '50 MB if left empty'),
    minimum: 51,
    maximum: 2048,
    'x-visible': when('file'),
    'x-clearWhenHidden': true,
  },
  unit: {
    type: 'string',
    title: both('单位', 'Unit'),
    maxLength: 20,
    'x-visible': when(...NUMBERS),
    'x-clearWhenHidden': true,
  },
  minimum: {
    type: 'number',
    title: both('最小值', 'At least'),
    'x-visible': when(...NUMBERS),
    'x-clearWhenHidden': true,
  },
  maximum: {
    type: 'number',
    title: both('最大值', 'At most'),
    'x-visible': when(...NUMBERS),
    'x-clearWhenHidden': true,
  },
  maxLength: {
    type: 'integer',
    title: both('最多字数', 'Characters at most'),
    minimum: 1,
    maximum: 10_000,
    'x-visible': when('text', 'longText'),
    'x-clearWhenHidden': true,
  },
};

const traits: Fields = {
  required: { type: 'boolean', title: both('必填', 'Required') },
  unique: { type: 'boolean', title: both('不可重复', 'No duplicates') },
  helpZh: { type: 'string', title: both('填写提示（中文）', 'Help in Chinese'), maxLength: 200 },
  helpEn: { type: 'string', title: both('填写提示（英文）', 'Help in English'), maxLength: 200 },
};

/** Returns the schema by which values are checked. */
export function pureOf(schema: Field): Values {
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

/** `isLine`: the field belongs to a line, which has no lines of its own. */
export function fieldForm(
  whole: EntityDocument,
  entity: EntityDefinition,
  name: string,
  { type: kind, lines }: Pick<FieldValues, 'type' | 'lines'>,
  isLine: boolean,
): FormSource {
  const known = Object.keys(FIELD_TYPES).filter((type) => !isLine || !NOT_IN_LINES.has(type));
  const types = kind === 'other' ? [...known, 'other'] : known;
  const isState = entity.states?.field === name;
  const start = isState ? null : startField(fieldsOf(entity)[name] ?? {}, kind);
  const schema: Field = {
    type: 'object',
    properties: {
      titleZh: { type: 'string', title: both('中文名称', 'Chinese title'), maxLength: 100 },
      titleEn: { type: 'string', title: both('英文名称', 'English title'), maxLength: 100 },
      type: {
        type: 'string',
        title: both('类型', 'Kind'),
        'x-options': types.map((value) => ({ value, title: titleOfKind(value) })),
      },
      ...chosen(),
      ...worked(whole, entity, name, lines),
      ...limits,
      ...(start && { start }),
      ...traits,
    },
    required: ['type'],
  };
  return { name: 'studio/field', schema, pure: pureOf(schema), ui: { columns: 2 } };
}
