/** What is wrong with a field, said with its own title: one table from keyword to sentence. */
import type { Field, Text } from '../../generated/definition.ts';
import type { Lang } from '../core/format.ts';
import { money_parse } from '../core/money.ts';
import type { ControlName } from './control.ts';
import { control_choose } from './control.ts';

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
};

const TYPE: Record<string, Text> = {
  number: { zh: '{title}应为数字', en: '{title} must be a number' },
  integer: { zh: '{title}应为整数', en: '{title} must be a whole number' },
};

const FORMAT: Record<string, Text> = {
  email: {
    zh: '请填写有效的邮箱，例如 name@company.com',
    en: 'Enter an email address like name@company.com',
  },
  uri: { zh: '请填写以 https:// 开头的网址', en: 'Enter an address that starts with https://' },
  phone: {
    zh: '请填写有效的电话号码，例如 +86 10 1234 5678',
    en: 'Enter a phone number like +86 10 1234 5678',
  },
  date: { zh: '请填写日期，例如 2026-01-31', en: 'Enter a date like 2026-01-31' },
  'date-time': { zh: '请填写日期和时间', en: 'Enter a date and time' },
  time: { zh: '请填写时间，例如 08:30', en: 'Enter a time like 08:30' },
  color: { zh: '请填写颜色，例如 #409EFF', en: 'Enter a colour like #409EFF' },
  timezone: { zh: '请选择时区', en: 'Select a time zone' },
};

/** V131–V133: beyond ten digits plus two decimals, not a number at all, negative where that is not allowed. */
const MONEY: Record<'tooLarge' | 'notNumber' | 'negative', Text> = {
  tooLarge: { zh: '金额最多为10位整数加两位小数', en: 'At most 10 digits plus two decimals' },
  notNumber: { zh: '请填写数字金额', en: 'Fill in a numeric amount' },
  negative: { zh: '金额不能为负数', en: 'The amount cannot be negative' },
};

const CHOSEN: ReadonlySet<ControlName | null> = new Set<ControlName>([
  'select',
  'segmented',
  'multiSelect',
  'ref',
  'icon',
  'color',
  'date',
  'dateTime',
  'timezone',
  'deviceVariable',
  'image',
]);

/** Money is never negative unless its field says so with a minimum (V132). */
export function money_allows_negative(field: Field): boolean {
  return (field.minimum ?? 0) < 0;
}

export function problem_message(field: Field, keyword: string, value: unknown, lang: Lang): string {
  const template = message_template(field, keyword, value);
  const limit = (field as Record<string, unknown>)[keyword];
  return template[lang].replace('{title}', field.title?.[lang] ?? '').replace('{limit}', String(limit ?? ''));
}

function message_template(field: Field, keyword: string, value: unknown): Text {
  if (
    keyword === 'required' ||
    (keyword === 'minLength' && value === '') ||
    is_incomplete_choice(field, keyword)
  ) {
    const options = field['x-dictionary'] || field['x-options'] || field.enum ? [] : null;
    return CHOSEN.has(control_choose(field, options, false)) ? KEYWORD.choose! : KEYWORD.required!;
  }
  if (field.format === 'money') {
    const money = money_parse(String(value), money_allows_negative(field));
    if (!money.ok) return MONEY[money.problem];
  }
  if (keyword === 'format') return FORMAT[field.format ?? ''] ?? KEYWORD.pattern!;
  if (keyword === 'pattern' && field.format) return FORMAT[field.format] ?? KEYWORD.pattern!;
  if (keyword === 'type') return TYPE[field.type ?? ''] ?? KEYWORD.type!;
  return KEYWORD[keyword] ?? KEYWORD.type!;
}

/** Half a pair of device and variable is a choice not made yet, not a list too short. */
function is_incomplete_choice(field: Field, keyword: string): boolean {
  return keyword === 'minItems' && (field['x-control'] === 'deviceVariable' || field.minItems === 1);
}
