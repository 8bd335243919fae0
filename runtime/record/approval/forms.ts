import type { Field } from '../../../generated/definition.ts';
import type { FormSource } from '../../form/model/formSource.ts';

export const LONGEST = 1000;
export const COMMENT_ROWS = { minRows: 2, maxRows: 6 };

/** A form of one text, made on the spot. */
function textForm(name: string, title: Field['title'], required: boolean): FormSource {
  const text = { type: 'string' as const, maxLength: LONGEST, ...(required ? { minLength: 1 } : {}) };
  const rule = required ? { required: ['comment'] } : {};
  return {
    name: `approval/${name}`,
    schema: { type: 'object', properties: { comment: { ...text, title, 'x-control': 'textarea' } }, ...rule },
    pure: { type: 'object', properties: { comment: text }, additionalProperties: false, ...rule },
  };
}

export const REMARK = textForm('remark', { zh: '意见', en: 'Remark' }, false);
export const REASON = textForm('reason', { zh: '拒绝理由', en: 'Why it is rejected' }, true);
export const COMMENT = textForm('comment', { zh: '评论', en: 'Comment' }, true);
