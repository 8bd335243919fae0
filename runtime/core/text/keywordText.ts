/** The single table of messages for violated keywords. Forms, server and codegen use it. */

import type { Text } from '../../../generated/definition.ts';
import type { Lang } from './lang.ts';
import { pickText } from './pickText.ts';

/** `one`: the English text for a limit of one. */
type Keyword = Text & { one?: string };

export const KEYWORD: Record<string, Keyword> = {
  required: { zh: '请填写{title}', en: '{title} is required' },
  choose: { zh: '请选择{title}', en: 'Select {title}' },
  maxLength: {
    zh: '{title}不能超过{limit}个字',
    en: '{title} can have at most {limit} characters',
    one: '{title} can have at most {limit} character',
  },
  minLength: {
    zh: '{title}至少需要{limit}个字',
    en: '{title} needs at least {limit} characters',
    one: '{title} needs at least {limit} character',
  },
  minimum: { zh: '{title}不能小于{limit}', en: '{title} must be {limit} or more' },
  maximum: { zh: '{title}不能大于{limit}', en: '{title} must be {limit} or less' },
  exclusiveMinimum: { zh: '{title}必须大于{limit}', en: '{title} must be more than {limit}' },
  exclusiveMaximum: { zh: '{title}必须小于{limit}', en: '{title} must be less than {limit}' },
  multipleOf: { zh: '{title}必须是{limit}的倍数', en: '{title} must be a multiple of {limit}' },
  minItems: {
    zh: '{title}至少需要{limit}项',
    en: '{title} needs at least {limit} entries',
    one: '{title} needs at least {limit} entry',
  },
  maxItems: {
    zh: '{title}最多{limit}项',
    en: '{title} can have at most {limit} entries',
    one: '{title} can have at most {limit} entry',
  },
  uniqueItems: { zh: '{title}中有重复项', en: '{title} has duplicate entries' },
  enum: { zh: '请从列表中选择{title}', en: 'Choose {title} from the list' },
  pattern: { zh: '{title}的格式不正确', en: '{title} does not have the right form' },
  type: { zh: '{title}的内容不正确', en: '{title} is not of the right kind' },
  format: { zh: '{title}的格式不正确', en: '{title} does not have the right form' },
  const: { zh: '{title}不能是这个值', en: '{title} cannot have this value' },
  additionalProperties: {
    zh: '{title}中有多余的内容',
    en: '{title} has content that is not allowed',
  },
  unknown: { zh: '没有“{title}”这个字段', en: 'There is no field “{title}”' },
  oneOf: {
    zh: '{title}只能符合一种允许的格式',
    en: '{title} needs exactly one of the allowed forms',
  },
  anyOf: { zh: '{title}不符合任何允许的格式', en: '{title} matches none of the allowed forms' },
  not: { zh: '{title}的格式不允许', en: '{title} has a form that is not allowed' },
  'compute.notNumber': {
    zh: '{title}无法计算：参与计算的内容不是数字',
    en: '{title} cannot be calculated: an input is not a number',
  },
  'compute.byZero': {
    zh: '{title}无法计算：除数为零',
    en: '{title} cannot be calculated: division by zero',
  },
  'compute.tooLarge': {
    zh: '{title}无法计算：结果过大',
    en: '{title} cannot be calculated: the result is too large',
  },
  'compute.failed': {
    zh: '{title}无法计算，请联系管理员检查其计算公式',
    en: '{title} cannot be calculated. Ask an administrator to check its formula.',
  },
  minProperties: {
    zh: '{title}至少需要{limit}项',
    en: '{title} needs at least {limit} entries',
    one: '{title} needs at least {limit} entry',
  },
  maxProperties: {
    zh: '{title}最多{limit}项',
    en: '{title} can have at most {limit} entries',
    one: '{title} can have at most {limit} entry',
  },
};

export function fillTemplate(template: Keyword, lang: Lang, title: string, limit: string): string {
  const words = lang === 'en' && limit === '1' && template.one ? template.one : pickText(template, lang);
  return words.replace('{title}', () => title).replace('{limit}', () => limit);
}

/** Returns the message about something other than a field, by its name. Null for an unknown keyword. */
export function keywordText(keyword: string, name: Text, limit: unknown): Text | null {
  const text = Object.hasOwn(KEYWORD, keyword) ? KEYWORD[keyword] : undefined;
  if (!text) return null;
  return {
    zh: fillTemplate(text, 'zh', name.zh, String(limit)),
    en: fillTemplate(text, 'en', name.en, String(limit)),
  };
}
