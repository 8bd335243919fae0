import type { ErrorObject } from 'ajv';
import type { Lang } from '../context.ts';
import { type FieldError, text_fill } from './errors.ts';

type Message = Readonly<Record<Lang, string>>;

const INVALID: Message = { zh: '内容无效', en: 'This is not valid' };
const REQUIRED: Message = { zh: '请填写此项', en: 'This is required' };

/** What each keyword of a schema has to say when it is not met; {limit} and the like come from the error. */
const MESSAGES: Readonly<Record<string, Message>> = {
  required: REQUIRED,
  additionalProperties: { zh: '未知字段', en: 'This field is not known' },
  minLength: { zh: '至少 {limit} 个字符', en: 'At least {limit} characters' },
  maxLength: { zh: '最多 {limit} 个字符', en: 'At most {limit} characters' },
  minimum: { zh: '不能小于 {limit}', en: 'Must be {limit} or more' },
  maximum: { zh: '不能大于 {limit}', en: 'Must be {limit} or less' },
  exclusiveMinimum: { zh: '必须大于 {limit}', en: 'Must be more than {limit}' },
  exclusiveMaximum: { zh: '必须小于 {limit}', en: 'Must be less than {limit}' },
  multipleOf: { zh: '必须是 {multipleOf} 的倍数', en: 'Must be a multiple of {multipleOf}' },
  minItems: { zh: '至少 {limit} 项', en: 'At least {limit} entries' },
  maxItems: { zh: '最多 {limit} 项', en: 'At most {limit} entries' },
  minProperties: { zh: '至少 {limit} 项', en: 'At least {limit} entries' },
  maxProperties: { zh: '最多 {limit} 项', en: 'At most {limit} entries' },
  uniqueItems: { zh: '不能有重复项', en: 'Entries must differ' },
  enum: { zh: '不在可选范围内', en: 'Not one of the possible values' },
  const: { zh: '不在可选范围内', en: 'Not one of the possible values' },
  pattern: { zh: '格式不正确', en: 'Not in the expected form' },
};

const TYPES: Readonly<Record<string, Message>> = {
  integer: { zh: '应为整数', en: 'Must be a whole number' },
  number: { zh: '应为数字', en: 'Must be a number' },
  boolean: { zh: '应为是或否', en: 'Must be true or false' },
  string: { zh: '应为文本', en: 'Must be text' },
  array: { zh: '应为列表', en: 'Must be a list' },
  object: { zh: '应为对象', en: 'Must be an object' },
  null: { zh: '应为空', en: 'Must be empty' },
};

const FORMATS: Readonly<Record<string, Message>> = {
  date: { zh: '日期格式应为 2026-01-31', en: 'Must be a date such as 2026-01-31' },
  'date-time': { zh: '时间格式不正确', en: 'Must be a date and time with a zone' },
  time: { zh: '时间格式应为 08:30', en: 'Must be a time such as 08:30' },
  email: { zh: '邮箱格式不正确', en: 'Must be an e-mail address' },
  uri: { zh: '网址格式不正确', en: 'Must be a web address' },
  phone: { zh: '电话号码格式不正确', en: 'Must be a phone number' },
  color: { zh: '颜色格式应为 #RRGGBB', en: 'Must be a colour such as #F5222D' },
  money: { zh: '请填写金额，最多两位小数', en: 'Must be an amount with at most two decimals' },
  timezone: { zh: '时区不正确', en: 'Must be a time zone such as Asia/Shanghai' },
};

function message_of(error: ErrorObject): Message {
  const params = error.params as Record<string, unknown>;
  if (error.keyword === 'type') {
    const first = [params.type].flat().find((type) => type !== 'null');
    return TYPES[String(first)] ?? INVALID;
  }
  if (error.keyword === 'format') return FORMATS[String(params.format)] ?? INVALID;
  if (error.keyword === 'minLength' && params.limit === 1) return REQUIRED;
  return MESSAGES[error.keyword] ?? INVALID;
}

const pointer_escape = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

function pointer_of(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>;
  const name = params.missingProperty ?? params.additionalProperty;
  return typeof name === 'string' ? `${error.instancePath}/${pointer_escape(name)}` : error.instancePath;
}

/** These only say that an inner rule failed, which has its own line. */
const OUTER = new Set(['if', 'anyOf', 'oneOf', 'allOf']);
const MAX_ERRORS = 50;

/** One line a field, in the caller's language; `prefix` tells query and path parameters from the body. */
export function errors_translate(errors: readonly ErrorObject[], lang: Lang, prefix = ''): FieldError[] {
  const inner = errors.filter(({ keyword }) => !OUTER.has(keyword));
  const byField = new Map<string, FieldError>();
  for (const error of inner.length > 0 ? inner : errors) {
    const field = `${prefix}${pointer_of(error)}`;
    if (byField.has(field) || byField.size >= MAX_ERRORS) continue;
    byField.set(field, {
      field,
      msg: text_fill(message_of(error)[lang], error.params as Record<string, string>),
    });
  }
  return [...byField.values()];
}
