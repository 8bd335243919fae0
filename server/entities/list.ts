import type { Entity } from '../../runtime/core/definitions/entities.ts';
import type { CallContext } from '../context.ts';
import { AppError } from '../http/errors.ts';
import { columns_of, field_seen, fields_hidden } from './columns.ts';
import { counting_choose } from './counts.ts';
import { page_ask, type Row } from './query.ts';
import { rowActions_of } from './rowActions.ts';
import { rowFieldsOf } from './rowFields.ts';
import { openRecords } from './sealed.ts';
import { type Selection, selection_read } from './selection.ts';
import { sort_parse } from './sort.ts';

const DEFAULT_SIZE = 10;
const MAX_SIZE = 200;
/** What a record is told apart and saved by. */
const ALWAYS = ['id', 'version'];

type Query = Readonly<Record<string, unknown>>;

interface ListAnswer {
  records: Row[];
  total: number;
  current: number;
  size: number;
  next?: string | null;
}

function page_number(value: unknown, fallback: number, max: number): number {
  const number = Number(value ?? fallback);
  return Number.isSafeInteger(number) ? Math.min(Math.max(number, 1), max) : fallback;
}

const text_of = (query: Query, name: string): string | undefined => {
  const value = query[name];
  return typeof value === 'string' ? value : undefined;
};

/** The fields that the answer shows: all that the asker may read, or those of them that are asked for. */
function shown_read(
  readable: ReadonlySet<string>,
  hidden: ReadonlySet<string>,
  text: string | undefined,
): string[] {
  const asked =
    text
      ?.split(',')
      .map((name) => name.trim())
      .filter(Boolean) ?? [];
  for (const name of asked) {
    if (!readable.has(name)) field_seen(hidden, name, '/query/columns');
    if (!readable.has(name))
      throw new AppError('entity.noColumn', { field: name }, { field: '/query/columns' });
  }
  return asked.length === 0 ? [...readable] : [...new Set([...ALWAYS, ...asked])];
}

/**
 * One page of the records that the asker may list and that are selected, each with what they may do with it. `at` is
 * where the selection stands in the request.
 */
export async function records_list(
  entity: Entity,
  query: Query,
  ctx: CallContext,
  selection: Selection = { filter: text_of(query, 'filter'), search: text_of(query, 'search') },
  at?: string,
): Promise<ListAnswer> {
  const { session, db } = ctx;
  const columns = columns_of(entity, session);
  const hidden = fields_hidden(entity, session);
  const byRow = rowFieldsOf(entity, session);
  const shown = shown_read(new Set([...columns.keys(), ...byRow.names]), hidden, text_of(query, 'columns'));
  const selected = selection_read(entity, session, { ...selection, zone: ctx.zone }, at);
  const actions = rowActions_of(entity, session);
  const sort = sort_parse(columns, text_of(query, 'sort'), entity.list.sort ?? [], hidden);
  const current = page_number(query.current ?? query.pageNum, 1, Number.MAX_SAFE_INTEGER / MAX_SIZE);
  const size = page_number(query.size ?? query.pageSize, DEFAULT_SIZE, MAX_SIZE);
  const cursor = text_of(query, 'cursor');
  const { tenantId } = session;
  const extra = actions.reads.filter((name) => !shown.includes(name));
  const counting = await counting_choose(db, { tenantId, entity: entity.name, ...selected });
  const asked = page_ask(entity, columns, [...shown, ...extra], {
    where: selected.wherePage,
    sort,
    size,
    from: cursor === undefined ? { current } : { cursor },
    flags: [...actions.flags, ...byRow.flags],
    reading: counting.read,
  });
  const page = asked.read(await db.ask(tenantId, () => asked.question));
  const total = await counting.total(page.reading);
  for (const record of page.records) {
    record._actions = actions.take(record);
    record._readonly = byRow.take(record);
    for (const name of extra) delete record[name];
  }
  return {
    records: openRecords(ctx, entity, page.records),
    total,
    current,
    size,
    ...(page.next === undefined ? {} : { next: page.next }),
  };
}
