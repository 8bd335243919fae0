/** Describes to users what a column may contain. */

import type { Field, Text } from '../../../../generated/definition.ts';
import type { Lang } from '../../../../runtime/core/text/lang.ts';
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import { completeField, fieldTypeOf } from '../../../../runtime/fieldTypes/index.ts';
import { itemOf, optionsOf } from '../fieldCells.ts';
import { targetOf } from '../refs.ts';

/** The default maximum length of a text in characters. */
export const DEFAULT_MAX = 200;

export const TEXTS = {
  help: { zh: '填写说明', en: 'Instructions' },
  column: { zh: '列', en: 'Column' },
  required: { zh: '必填', en: 'Required' },
  values: { zh: '填写内容', en: 'Content' },
  yes: { zh: '是', en: 'Yes' },
  choose: { zh: '从列表中选择', en: 'Choose from the list' },
  several: { zh: '多个值用“、”或逗号分隔', en: 'Separate several values by commas' },
  several1: { zh: '可选值', en: 'Possible values' },
  record: { zh: '填写{title}的名称或编号', en: 'The name or number of a record: {title}' },
  text: { zh: '文本，最多 {max} 个字符', en: 'Text of at most {max} characters' },
  wrong: { zh: '该内容不在允许范围内', en: 'This is not allowed here' },
} satisfies Record<string, Text>;

function rangeText({ minimum, maximum }: Field): string {
  if (minimum === undefined && maximum === undefined) return '';
  return ` (${minimum ?? ''} … ${maximum ?? ''})`;
}

export function kindText(field: Field, lang: Lang): string {
  const target = targetOf(field);
  const several = field.type === 'array' ? ` ${pickText(TEXTS.several, lang)}` : '';
  if (target)
    return `${pickText(TEXTS.record, lang).replace('{title}', pickText(target.entity.title, lang))}${several}`;
  const source = field.type === 'array' ? itemOf(field) : field;
  if (optionsOf(source).length > 0 || field.type === 'boolean')
    return field.type === 'array' ? several.trim() : pickText(TEXTS.choose, lang);
  const { cellHelp, cell } = fieldTypeOf(field);
  if (cellHelp) return pickText(cellHelp, lang) + (cell === 'number' ? rangeText(completeField(field)) : '');
  if (field.type === 'array' || field.type === 'object') return several.trim() || 'JSON';
  return pickText(TEXTS.text, lang).replace('{max}', String(field.maxLength ?? DEFAULT_MAX));
}

export function promptOf(field: Field, lang: Lang): string {
  return [kindText(field, lang), pickText(field.description, lang)].filter(Boolean).join('\n');
}
