/** The rows of a list of records. */
import type { RecordListConfig } from '../../generated/types.ts';
import { callData, callNeed } from '../../runtime/board/widget/callNeed.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';
import { entityRegistry } from '../../runtime/core/definitions/entities.ts';
import { isObject } from '../../runtime/core/object.ts';
import type { ListRecord } from '../../runtime/record/calls/useRecords.ts';
import { filterAsked } from '../../runtime/record/figures/question.ts';
import { sortAsked } from '../../runtime/record/figures/recordsQuestion.ts';

const USUAL_SIZE = 20;

export function recordListNeeds(
  { question = {} }: Pick<RecordListConfig, 'question'>,
  { stationSn }: Pick<WidgetContext, 'stationSn'>,
): NeedSpec[] {
  const entity = entityRegistry.get(question.entity ?? '');
  if (!entity) return [];
  const filter = filterAsked(entity, question, stationSn);
  const sort = sortAsked(entity, question);
  const body = {
    selection: filter ? { filter } : {},
    ...(sort ? { sort } : {}),
    size: question.size ?? USUAL_SIZE,
  };
  return [callNeed('recordSelected', { path: { entity: entity.name }, body })];
}

const isRecord = (value: unknown): value is ListRecord => isObject(value) && typeof value.id === 'number';

export function readRecords(result: NeedResult | undefined): { records: ListRecord[]; total: number } {
  const data = callData('recordSelected', result);
  const records: unknown[] = Array.isArray(data?.records) ? data.records : [];
  const known = records.filter(isRecord);
  return { records: known, total: typeof data?.total === 'number' ? data.total : known.length };
}
