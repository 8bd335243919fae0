/** What is wrong with a field, said with its own title, the same in browser and server: one table from keyword to sentence. */
import type { Field, Text } from '../../generated/definition.ts';
import { formatNumber, formatQuantity, type Lang } from '../core/format.ts';
import { completeField, fieldTypeOf } from './index.ts';

const KEYWORD: Record<string, Text> = {
  required: { zh: '请填写{title}', en: '{title} is required' },
  choose: { zh: '请选择{title}', en: 'Select {title}' },
  maxLength: { zh: '{title}不能超过{limit}个字', en: '{title} can have at most {limit} characters' },
  minLength: { zh: '{title}至少需要{limit}个字', en: '{title} needs at least {limit} characters' },
  minimum: { zh: '{title}不能小于{limit}', en: '{title} must be {limit} or more' },
  maximum: { zh: '{title}不能大于{limit}', en: '{title} must be {limit} or less' },
  exclusiveMinimum: { zh: '{title}必须大于{limit}', en: '{title} must be more than {limit}' },
  exclusiveMaximum: { zh: '{title}必须小于{limit}', en: '{title} must be less than {limit}' },
  multipleOf: { zh: '{title}必须是{limit}的倍数', en: '{title} must be a multiple of {limit}' },
  minItems: { zh: '{title}至少需要{limit}项', en: '{title} needs at least {limit} entries' },
  maxItems: { zh: '{title}最多{limit}项', en: '{title} can have at most {limit} entries' },
  uniqueItems: { zh: '{title}中有重复项', en: '{title} has the same entry twice' },
  enum: { zh: '请从列表中选择{title}', en: 'Choose {title} from the list' },
  pattern: { zh: '{title}的格式不正确', en: '{title} does not have the right form' },
  type: { zh: '{title}的内容不正确', en: '{title} is not of the right kind' },
  format: { zh: '{title}的格式不正确', en: '{title} does not have the right form' },
  const: { zh: '{title}不能是这个值', en: '{title} cannot have this value' },
  additionalProperties: {
    zh: '{title}中有多余的内容',
    en: '{title} has something that does not belong there',
  },
  'compute.notNumber': {
    zh: '{title}无法计算：所用的内容中有一项不是数字',
    en: '{title} cannot be computed: something that it uses is no number',
  },
  'compute.byZero': {
    zh: '{title}无法计算：除数为零',
    en: '{title} cannot be computed: it would divide by zero',
  },
  'compute.tooLarge': {
    zh: '{title}无法计算：结果过大',
    en: '{title} cannot be computed: the result is too large',
  },
  'compute.failed': {
    zh: '{title}无法计算，请联系管理员检查其计算公式',
    en: '{title} cannot be computed: please ask an administrator to check how it is defined',
  },
  minProperties: { zh: '{title}至少需要{limit}项', en: '{title} needs at least {limit} entries' },
  maxProperties: { zh: '{title}最多{limit}项', en: '{title} can have at most {limit} entries' },
};

const TAKEN: Text = { zh: '{title}已被使用', en: 'This {title} is taken already' };

/** x-unique: another record has the value. */
export function uniqueMessage(field: Field, lang: Lang): string {
  return TAKEN[lang].replace('{title}', field.title?.[lang] ?? '');
}

const TYPE: Record<string, Text> = {
  number: { zh: '{title}应为数字', en: '{title} must be a number' },
  integer: { zh: '{title}应为整数', en: '{title} must be a whole number' },
};

/** Keywords about the shape of a value, which the control makes: where it says more than the keyword. */
const SHAPE: ReadonlySet<string> = new Set(['type', 'minItems', 'maxItems', 'additionalProperties']);
const CONTROL: Record<string, Text> = {
  json: { zh: '{title}不是有效的 JSON', en: '{title} is not valid JSON' },
  map: { zh: '{title}需要经度和纬度', en: '{title} needs a longitude and a latitude' },
};

/** Controls whose value is chosen, not typed. */
const CHOSEN = new Set(
  'select segmented multiSelect date dateTime deviceVariable tree region map'.split(' '),
);

function isChosen(field: Field): boolean {
  const { type, items } = field;
  const control = field['x-control'];
  const listed = Boolean(field['x-dictionary'] ?? field['x-options'] ?? field.enum);
  if (control && control !== 'table') return CHOSEN.has(control) || (control === 'cascader' && listed);
  if (field['x-ref'] ?? items?.['x-ref']) return true;
  if (type === 'array')
    return items?.type !== 'object' && !(items?.format === 'date' && field.maxItems === 2);
  return type !== 'object' && (listed || fieldTypeOf(field).isChosen === true);
}

/** `limit`: what the value was compared with, where the definition leaves it to a rule for all. */
export function problemMessage(
  field: Field,
  keyword: string,
  value: unknown,
  lang: Lang,
  limit?: unknown,
): string {
  const template = messageTemplate(field, keyword, value);
  const own = (completeField(field) as Record<string, unknown>)[keyword];
  return template[lang]
    .replace('{title}', field.title?.[lang] ?? '')
    .replace('{limit}', limitText(field, keyword, own ?? limit, lang));
}

/** A time span's limit in the units it is entered in, an amount's with separators. */
function limitText(field: Field, keyword: string, limit: unknown, lang: Lang): string {
  if (typeof limit !== 'number') return String(limit ?? '');
  const type = fieldTypeOf(field);
  if (type.formatLimit) return type.formatLimit(limit, lang);
  const unit = field['x-unit'] ?? type.unit ?? '';
  return keyword.endsWith('imum') ? formatQuantity(limit, unit) : formatNumber(limit);
}

function messageTemplate(field: Field, keyword: string, value: unknown): Text {
  if (
    keyword === 'required' ||
    (keyword === 'minLength' && value === '') ||
    isIncompleteChoice(field, keyword)
  ) {
    if (field['x-requiredText']) return field['x-requiredText'];
    return isChosen(field) ? KEYWORD.choose! : KEYWORD.required!;
  }
  const type = fieldTypeOf(field);
  const found = keyword.startsWith('compute.') ? null : type.findProblem?.(value, field);
  if (found) return found;
  const control = field['x-control'];
  const own = control && SHAPE.has(keyword) ? CONTROL[control] : undefined;
  if (own) return own;
  if (keyword === 'format' || (keyword === 'pattern' && field.format))
    return type.message ?? KEYWORD.pattern!;
  if (keyword === 'type') return TYPE[field.type ?? ''] ?? KEYWORD.type!;
  return KEYWORD[keyword] ?? KEYWORD.type!;
}

/** Half a pair of device and variable is a choice not made yet, not a list too short. */
function isIncompleteChoice(field: Field, keyword: string): boolean {
  return keyword === 'minItems' && (field['x-control'] === 'deviceVariable' || field.minItems === 1);
}
