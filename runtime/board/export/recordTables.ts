/** Turns figures over records, and lists of records, into tables of a file. Pure. */

import { dictionaries } from '../../core/definitions/dictionaries.ts';
import { entityRegistry } from '../../core/definitions/entities.ts';
import { statisticRegistry } from '../../core/definitions/statistics.ts';
import { isObject } from '../../core/object.ts';
import type { CallNeed, NeedResult } from '../../core/scheduler/types.ts';
import type { Compare } from '../../core/statistics/steps.ts';
import { pickText } from '../../core/text/pickText.ts';
import { fieldTypeOf } from '../../fieldTypes/index.ts';
import { valueText } from '../../form/values/valueText.ts';
import { askedTable, figureTable } from '../../record/figures/draw/figureTable.ts';
import { listField } from '../../record/query/fields.ts';
import { readGroup } from '../../record/query/group.ts';
import { readFigures } from '../records/figureNeeds.ts';
import type { Block } from './answers.ts';
import type { TableCell, TableColumn, TableWords } from './table.ts';

const readerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

function statisticBlocks(spec: CallNeed, result: NeedResult, { figures: words }: TableWords): Block[] {
  const statistic = statisticRegistry.get(String(spec.path?.name));
  const answer = readFigures(result);
  if (!statistic || !answer) return [];
  const { compare, filter } = spec.query ?? {};
  const names = statistic.figures.map(({ name }) => name);
  const compared = compare as Compare | undefined;
  const { columns, rows } = figureTable(statistic, answer, names, compared, '', words);
  const entity = entityRegistry.get(statistic.of);
  const group = entity && typeof filter === 'string' ? readGroup(entity, filter) : null;
  const { from, to } = answer;
  const query = { from, to, compare: compared, group, zone: readerZone() };
  const title = words.t('figures.asked');
  return [
    { columns, rows },
    { ...askedTable(statistic, query, title, words), title },
  ];
}

function listBlocks(spec: CallNeed, { data }: NeedResult, { lang }: TableWords): Block[] {
  const entity = entityRegistry.get(String(spec.path?.entity));
  const records = isObject(data) && Array.isArray(data.records) ? data.records.filter(isObject) : [];
  if (!entity || !isObject(data)) return [];
  const names = entity.list.columns.filter((name) => records.some((record) => name in record));
  const isNumber = (name: string) => fieldTypeOf(listField(entity, name)).filter === 'number';
  const cellOf = (name: string, value: unknown): TableCell => {
    if (value === null || value === undefined) return null;
    return isNumber(name) ? Number(value) : valueText(listField(entity, name), value, dictionaries, lang);
  };
  const columns = names.map(
    (name): TableColumn => ({
      title: pickText(listField(entity, name).title, lang) ?? name,
      kind: isNumber(name) ? 'number' : 'text',
    }),
  );
  const rows = records.map((record) => names.map((name) => cellOf(name, record[name])));
  return [{ columns, rows, more: Number(data.total) > records.length }];
}

/** Returns null if the call is not about records. */
export function recordBlocks(spec: CallNeed, result: NeedResult, words: TableWords): Block[] | null {
  if (spec.operation === 'recordStatistic') return statisticBlocks(spec, result, words);
  return spec.operation === 'recordSelected' ? listBlocks(spec, result, words) : null;
}
