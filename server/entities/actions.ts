import type { EntityDefinition } from '../../generated/definition.ts';
import { entityOperations, type OperationInfo, operations } from '../../generated/operations.ts';
import type { Values } from '../../runtime/core/rule.ts';
import type { CallContext } from '../context.ts';
import { AppError } from '../http/errors.ts';
import { type Asker, columns_of, entity_of, may } from './columns.ts';
import { filter_parse, sort_parse } from './filter.ts';
import { type ListQuery, type Row, row_find, rows_page, trx_any } from './query.ts';
import { record_create, record_delete, record_update } from './write.ts';

interface ActionInput {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const DEFAULT_SIZE = 10;
const MAX_SIZE = 200;
const MAX_WORDS = 8;

type RowAction = 'update' | 'delete';

/** What the asker may do with a record; the screen offers exactly these. */
function actions_of(entity: EntityDefinition, asker: Asker): string[] {
  const wanted = entity.list.rowActions ?? ['update', 'delete'];
  const offered: Partial<Record<string, string>> =
    (entityOperations as Record<string, Partial<Record<string, string>>>)[entity.name] ?? {};
  return wanted.filter((action) => {
    const id = offered[action as RowAction];
    const info: OperationInfo | undefined = id
      ? (operations as Record<string, OperationInfo>)[id]
      : undefined;
    const permission = info ? info.permission : `${entity.name}:${action}`;
    return permission === null || may(asker, permission);
  });
}

function page_number(value: unknown, fallback: number, max: number): number {
  const number = Number(value ?? fallback);
  return Number.isSafeInteger(number) ? Math.min(Math.max(number, 1), max) : fallback;
}

function query_read(entity: EntityDefinition, asker: Asker, query: Record<string, unknown>): ListQuery {
  const columns = columns_of(entity, asker);
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : undefined);
  const search = (entity.list.search ?? []).filter((field) => columns.has(field));
  const words =
    search.length > 0 ? (text('search') ?? '').split(/\s+/).filter(Boolean).slice(0, MAX_WORDS) : [];
  return {
    where: filter_parse(columns, text('filter')),
    words,
    search,
    sort: sort_parse(columns, text('sort'), entity.list.sort ?? []),
    current: page_number(query.current ?? query.pageNum, 1, Number.MAX_SAFE_INTEGER / MAX_SIZE),
    size: page_number(query.size ?? query.pageSize, DEFAULT_SIZE, MAX_SIZE),
  };
}

async function list(entity: EntityDefinition, input: ActionInput, ctx: CallContext) {
  const { session } = ctx;
  const query = query_read(entity, session, input.query ?? {});
  const columns = columns_of(entity, session);
  const page = await ctx.db.tenant(session.tenantId, (trx) =>
    rows_page(trx_any(trx), entity.name, columns, query),
  );
  const actions = actions_of(entity, session);
  return {
    records: page.records.map((record) => ({ ...record, _actions: actions })),
    total: page.total,
    current: query.current,
    size: query.size,
  };
}

function id_read(input: ActionInput): number {
  const body = typeof input.body === 'object' && input.body !== null ? (input.body as Values) : {};
  const id = Number(input.path?.id ?? input.query?.id ?? body.id);
  if (!Number.isSafeInteger(id) || id < 1) throw new AppError('http.notFound');
  return id;
}

/** A record as its reader may see it, with what the reader may do. */
function record_answer(entity: EntityDefinition, asker: Asker, row: Row): Row {
  const shown = Object.fromEntries(
    [...columns_of(entity, asker).keys()].map((name) => [name, row[name] ?? null]),
  );
  return { ...shown, _actions: actions_of(entity, asker) };
}

async function get(entity: EntityDefinition, input: ActionInput, ctx: CallContext): Promise<Row> {
  const { session } = ctx;
  const columns = columns_of(entity, session);
  const id = id_read(input);
  const row = await ctx.db.tenant(session.tenantId, (trx) =>
    row_find(trx_any(trx), entity.name, columns, id),
  );
  if (!row) throw new AppError('http.notFound');
  return record_answer(entity, session, row);
}

async function update(entity: EntityDefinition, input: ActionInput, ctx: CallContext): Promise<Row> {
  const body = input.body as Values & { version: number };
  const bodyId = body.id === undefined ? undefined : Number(body.id);
  const id = id_read(input);
  if (bodyId !== undefined && bodyId !== id) throw new AppError('http.notFound');
  const result = await record_update(ctx, entity, id, body.version, body);
  const record = record_answer(entity, ctx.session, result.record);
  if (result.stale) throw new AppError('entity.stale', {}, { data: record });
  return record;
}

/** Serves an operation that is described as a generic action (`x-action`) of an entity. */
export async function entityAction(
  info: OperationInfo,
  input: ActionInput,
  ctx: CallContext,
): Promise<unknown> {
  if (!info.action) throw new Error(`operation ${info.id} is not a generic action`);
  const entity = entity_of(info.action.entity);
  switch (info.action.do) {
    case 'list':
      return list(entity, input, ctx);
    case 'get':
      return get(entity, input, ctx);
    case 'create':
      return record_answer(entity, ctx.session, await record_create(ctx, entity, input.body as Values));
    case 'update':
      return update(entity, input, ctx);
    case 'delete':
      await record_delete(ctx, entity, id_read(input));
      return null;
  }
}
