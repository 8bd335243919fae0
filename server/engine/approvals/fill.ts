/**
 * Fields of the record that the approver of a step fills in. The approver may write only these fields, whatever other
 * rights they have.
 */

import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { keywordText } from '../../../runtime/core/text/keywordText.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import type { DeciderField } from '../../platform/db/tables/jsonShapes.ts';
import { AppError, type FieldError, fillText } from '../../platform/errors/errors.ts';
import { errorTable } from '../../platform/errors/errorTable.ts';
import type { CallContext } from '../context.ts';
import { writeGuard } from '../entities/write/constraints.ts';
import { findRecord, updateRecordIn } from '../entities/write/write.ts';
import { belowForm } from '../states/form.ts';
import { stepsOf } from './chain.ts';
import { approvedEntity } from './record.ts';
import type { StoredRequest } from './store.ts';

type FillContext = Pick<CallContext, 'db' | 'hub' | 'vault' | 'session' | 'lang' | 'zone'>;

/** Returns the fields that pending steps ask of a user, without duplicates. */
export function asksOf(request: StoredRequest, userId: number): DeciderField[] {
  const nos = stepsOf(request, userId).map(({ no }) => no);
  const all = request.steps.filter(({ no }) => nos.includes(no)).flatMap(({ asks }) => asks);
  const names = [...new Set(all.map(({ field }) => field))];
  return names.map((field) => {
    const isRequired = all.some((one) => one.field === field && one.required);
    return { field, ...(isRequired && { required: true as const }) };
  });
}

/** Returns the requested fields with the values of the record. */
export async function requestedValues(
  trx: Trx,
  request: StoredRequest,
  userId: number,
): Promise<{ field: string; required: boolean; value: unknown }[]> {
  const fields = asksOf(request, userId);
  const entity = approvedEntity(request.entity);
  if (fields.length === 0 || !entity) return [];
  const record = await findRecord(trx, entity, request.recordId);
  return fields.map(({ field, required = false }) => ({ field, required, value: record[field] ?? null }));
}

const titleOf = ({ schema }: Entity, name: string, { lang }: FillContext): string =>
  pickText(schema.properties?.[name]?.title, lang) ?? name;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw new AppError('http.invalid', {}, { errors: belowForm(errors) });
}

/** Throws for fields that the step does not ask for, and for empty fields that it requires. */
function checkFilled(
  entity: Entity,
  fields: readonly DeciderField[],
  values: Values,
  before: Row,
  ctx: FillContext,
): void {
  const { lang } = ctx;
  const unasked = Object.keys(values).filter((name) => fields.every(({ field }) => field !== name));
  const locked = pickText(errorTable['record.fieldLocked'], lang);
  const missing = fields.filter(
    ({ field, required }) => required && isEmpty({ ...before, ...values }[field]),
  );
  refuse([
    ...unasked.map((name) => ({
      field: `/${name}`,
      msg: fillText(locked, { field: titleOf(entity, name, ctx) }),
    })),
    ...missing.map(({ field }) => ({
      field: `/${field}`,
      msg: pickText(
        keywordText('required', entity.schema.properties?.[field]?.title ?? { zh: field, en: field }, '')!,
        lang,
      ),
    })),
  ]);
}

/** Writes the input by the rules of the record. Paths in its errors begin with `/form`. */
export async function fillAsked(
  trx: Trx,
  ctx: FillContext,
  request: StoredRequest,
  values: Values,
): Promise<void> {
  const entity = approvedEntity(request.entity);
  const fields = asksOf(request, ctx.session.userId);
  if (!entity) return;
  const id = request.recordId;
  const before = fields.length > 0 ? await findRecord(trx, entity, id, true) : {};
  checkFilled(entity, fields, values, before, ctx);
  if (Object.keys(values).length === 0) return;
  const move = { values: {}, told: {}, whilePending: true };
  const how = { action: 'approval:fill', right: null, move } as const;
  await writeGuard(ctx.db, entity, { deleting: false, lang: ctx.lang }, () =>
    updateRecordIn(trx, ctx, entity, id, null, values, how),
  ).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    const { field, errors = field ? [{ field, msg: '' }] : [] } = error.extras;
    throw errors.length > 0 ? error.with({ errors: belowForm(errors) }) : error;
  });
}
