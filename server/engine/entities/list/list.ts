import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import type { Row } from '../../../platform/db/tables/anyTable.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { CallContext } from '../../context.ts';
import { columnsOf, fieldSeen, listHiddenFields } from '../columns.ts';
import { rowMarksOf } from '../marks.ts';
import { openRecords } from '../sealed.ts';
import { rowsBelow } from './below.ts';
import { chooseCounting } from './countRecords.ts';
import { askPage, type PageQuery } from './query.ts';
import { rowActionsOf } from './rowActions.ts';
import { rowFieldsOf } from './rowFields.ts';
import { readSelection, type Selection } from './selection.ts';
import { parseSort } from './sort.ts';

const DEFAULT_SIZE = 10;
const MAX_SIZE = 200;
/** Maximum number of records in a list without pages. */
const MAX_WHOLE = 10_000;
/** Columns that are always returned, because saving a record requires them. */
const ALWAYS = ['id', 'version'];

type Query = Readonly<Record<string, unknown>>;

interface ListAnswer {
  records: Row[];
  total: number;
  current: number;
  size: number;
  next?: string | null;
}

function pageNumber(value: unknown, fallback: number, max: number): number {
  const number = Number(value ?? fallback);
  return Number.isSafeInteger(number) ? Math.min(Math.max(number, 1), max) : fallback;
}

const textOf = (query: Query, name: string): string | undefined => {
  const value = query[name];
  return typeof value === 'string' ? value : undefined;
};

/** Returns the fields of the answer: the requested fields that the caller may read, or all readable fields. */
function readShown(
  readable: ReadonlySet<string>,
  hidden: ReadonlySet<string>,
  text: string | undefined,
): string[] {
  const requested =
    text
      ?.split(',')
      .map((name) => name.trim())
      .filter(Boolean) ?? [];
  for (const name of requested) {
    if (!readable.has(name)) fieldSeen(hidden, name, '/query/columns');
    if (!readable.has(name))
      throw new AppError('entity.noColumn', { field: name }, { field: '/query/columns' });
  }
  return requested.length === 0 ? [...readable] : [...new Set([...ALWAYS, ...requested])];
}

interface ListWay {
  /** The position of the selection in the request. */
  at?: string | undefined;
  /** If true, records include the reader's marks and whether they have child records. */
  isMarked?: boolean;
}

/**
 * Builds the query for one page of records that the filter selects and the caller may list. Each has its allowed
 * actions.
 */
function listQuestion(
  entity: Entity,
  query: Query,
  ctx: CallContext,
  selection: Selection = { filter: textOf(query, 'filter'), search: textOf(query, 'search') },
  { at, isMarked = false }: ListWay = {},
) {
  const { session } = ctx;
  const columns = columnsOf(entity, session);
  const hidden = listHiddenFields(entity, session);
  const byRow = rowFieldsOf(entity, session);
  const shown = readShown(new Set([...columns.keys(), ...byRow.names]), hidden, textOf(query, 'columns'));
  const selected = readSelection(entity, session, { ...selection, zone: ctx.zone }, at);
  const actions = rowActionsOf(entity, session);
  const marks = isMarked ? rowMarksOf(entity, session.userId) : null;
  const below = isMarked ? rowsBelow(entity, session) : null;
  const sort = parseSort(columns, textOf(query, 'sort'), entity.list.sort ?? [], hidden);
  const beside = [...actions.beside, ...(marks?.columns ?? []), ...(below?.columns ?? [])];
  const extra = actions.reads.filter((name) => !shown.includes(name));
  const deciding = [...actions.flags, ...byRow.flags, ...beside].map(([name]) => name);
  return {
    selected,
    ask: (place: Pick<PageQuery, 'size' | 'from' | 'reading'>) =>
      askPage(entity, columns, [...shown, ...extra], {
        ...{ where: selected.wherePage, sort },
        flags: [...actions.flags, ...byRow.flags],
        ...{ beside, ...place },
      }),
    finish(records: Row[]): Row[] {
      for (const record of records) {
        record._actions = actions.take(record);
        record._readonly = byRow.take(record);
        if (marks) record._marks = marks.take(record);
        if (below) record._below = below.take(record);
        // Undefined fields are left out of the answer. Deleting them would make the objects slow to read and
        // serialize.
        for (const name of deciding) record[name] = undefined;
        for (const name of extra) record[name] = undefined;
      }
      return openRecords(ctx, entity, records);
    },
  };
}

/** Returns one page of the selected records. */
export async function listRecords(
  entity: Entity,
  query: Query,
  ctx: CallContext,
  selection?: Selection,
  way?: ListWay,
): Promise<ListAnswer> {
  const { db, session } = ctx;
  const { tenantId } = session;
  const current = pageNumber(query.current ?? query.pageNum, 1, Number.MAX_SAFE_INTEGER / MAX_SIZE);
  const size = pageNumber(query.size ?? query.pageSize, DEFAULT_SIZE, MAX_SIZE);
  const cursor = textOf(query, 'cursor');
  const question = listQuestion(entity, query, ctx, selection, way);
  const counting = await chooseCounting(db, { tenantId, entity: entity.name, ...question.selected });
  const from = cursor === undefined ? { current } : { cursor };
  const paged = question.ask({ size, from, reading: counting.read });
  const page = paged.read(await db.ask(tenantId, () => paged.question));
  const total = await counting.total(page.reading);
  return {
    records: question.finish(page.records),
    total,
    current,
    size,
    ...(page.next === undefined ? {} : { next: page.next }),
  };
}

/** Returns all selected records at once, or only the first. Throws if they exceed the limit of an answer. */
export async function listWhole(
  entity: Entity,
  query: Query,
  ctx: CallContext,
  selection: Selection,
  top?: number,
): Promise<Row[]> {
  const { db, session } = ctx;
  const question = listQuestion(entity, query, ctx, selection);
  const whole = question.ask({ size: top ?? MAX_WHOLE + 1, from: { current: 1 }, reading: {} });
  const { records } = whole.read(await db.ask(session.tenantId, () => whole.question));
  if (records.length > MAX_WHOLE) throw new AppError('entity.tooMany', { limit: MAX_WHOLE });
  return question.finish(records);
}
