import type { Field } from '../../../generated/definition.ts';
import { entityRegistry } from '../../core/definitions/entities.ts';
import { isObject } from '../../core/object.ts';
import type { FormSource } from '../../form/model/formSource.ts';
import type { ApprovalRequest } from './approvalCalls.ts';

export const LONGEST = 1000;
export const COMMENT_ROWS = { minRows: 2, maxRows: 6 };

/** Returns a form with a single text field. */
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

/** Returns the approver's form: the step's fields of the record, and a remark. */
export function agreeForm({ entity: name, asks }: Pick<ApprovalRequest, 'entity' | 'asks'>): FormSource {
  const entity = entityRegistry.get(name);
  if (!entity || asks.length === 0) return REMARK;
  const pure = isObject(entity.pure.properties) ? entity.pure.properties : {};
  const names = asks.map(({ field }) => field).filter((field) => entity.schema.properties?.[field]);
  const required = asks.filter((one) => one.required).map(({ field }) => field);
  const pick = <T>(from: Readonly<Record<string, T>>) =>
    Object.fromEntries(names.map((field) => [field, from[field]!]));
  return {
    name: `approval/agree/${name}.${names.join('.')}`,
    schema: {
      type: 'object',
      properties: { ...pick(entity.schema.properties ?? {}), ...REMARK.schema.properties },
      required,
    },
    pure: {
      type: 'object',
      properties: { ...pick(pure), ...(REMARK.pure.properties as object) },
      required,
      additionalProperties: false,
    },
  };
}
