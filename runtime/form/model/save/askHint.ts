/** Asks the call of a field about a record (`x-liveHint`), and words its answer. */

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

/** Returns the parts with an answer as one sentence. */
export function saidOf(says: readonly SourceText[], answer: Values, lang: Lang): string {
  const parts = says.flatMap((text) => {
    const names = [...pickText(text, lang).matchAll(PLACE)].map(([, name = '']) => name);
    if (names.some((name) => shownOf(answer[name]) === '')) return [];
    return [pickText(text, lang).replace(PLACE, (_, name: string) => shownOf(answer[name]))];
  });
  return parts.join(pickText(BETWEEN, lang));
}

/** Returns what the call is asked about these values. Null if a value is missing without which nothing is asked. */
export function hintInput(asked: Asked, values: Values, id: unknown): Values | null {
  if (!asked.of.every((field) => !isEmpty(values[field]))) return null;
  const sent = [...asked.of, ...(asked.with ?? [])].filter((field) => !isEmpty(values[field]));
  return {
    ...Object.fromEntries(sent.map((field) => [field, values[field]])),
    ...(typeof id === 'number' ? { id } : {}),
  };
}

/** Asks the call. It takes its input in its query if it only reads, otherwise in its body. */
export async function askHint(asked: Asked, values: Values, signal?: AbortSignal): Promise<Values | null> {
  const operation = asked.call as OperationId;
  const isQuery = operationInfo(operation).method.toLowerCase() === 'get';
  const input: Record<string, unknown> = isQuery ? { query: values } : { body: values };
  const data: unknown = await call(operation, input, { quiet: true, signal });
  return isObject(data) ? data : null;
}
