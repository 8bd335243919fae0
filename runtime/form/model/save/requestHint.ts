/** Sends the call of a field with `x-liveHint` about a record, and formats its answer. */

import type { OperationId } from '../../../../generated/callPlaces.ts';
import type { Asked } from '../../../../generated/definition.ts';
import { operationInfo } from '../../../core/definitions/operations.ts';
import { isEmpty } from '../../../core/numbers/arithmetic.ts';
import { formatNumber } from '../../../core/numbers/format.ts';
import { isObject } from '../../../core/object.ts';
import type { Values } from '../../../core/rules/rule.ts';
import type { Lang } from '../../../core/text/lang.ts';
import { pickText, type SourceText } from '../../../core/text/pickText.ts';
import { call } from '../../../kit/api/client.ts';

const BETWEEN = { zh: '；', en: '; ' };
const PLACE = /\{(\w+)\}/g;

const shownOf = (value: unknown): string =>
  typeof value === 'number' ? formatNumber(value) : isEmpty(value) ? '' : String(value);

/** Returns the parts of the answer as one text. A part with a missing value is omitted. */
export function hintOf(texts: readonly SourceText[], answer: Values, lang: Lang): string {
  const parts = texts.flatMap((text) => {
    const names = [...pickText(text, lang).matchAll(PLACE)].map(([, name = '']) => name);
    if (names.some((name) => shownOf(answer[name]) === '')) return [];
    return [pickText(text, lang).replace(PLACE, (_, name: string) => shownOf(answer[name]))];
  });
  return parts.join(pickText(BETWEEN, lang));
}

/** Returns the input of the call for these values. Null if a required value is missing. */
export function hintInput(hint: Asked, values: Values, id: unknown): Values | null {
  if (!hint.of.every((field) => !isEmpty(values[field]))) return null;
  const sent = [...hint.of, ...(hint.with ?? [])].filter((field) => !isEmpty(values[field]));
  return {
    ...Object.fromEntries(sent.map((field) => [field, values[field]])),
    ...(typeof id === 'number' ? { id } : {}),
  };
}

/**
 * Sends the call and returns its answer. Null if the answer is not an object. A read-only call has its input
 * in the query, others in the body.
 */
export async function requestHint(hint: Asked, values: Values, signal?: AbortSignal): Promise<Values | null> {
  const operation = hint.call as OperationId;
  const isQuery = operationInfo(operation).method.toLowerCase() === 'get';
  const input: Record<string, unknown> = isQuery ? { query: values } : { body: values };
  const data: unknown = await call(operation, input, { quiet: true, signal });
  return isObject(data) ? data : null;
}
