/** Documented calls that read records: lists, trees, single records, and the choices of pickers. */

import type { CallAction } from '../../../generated/definition.ts';
import { type Entity, entityOf } from '../../../runtime/core/definitions/entities.ts';
import { nearLang } from '../../../runtime/core/text/lang.ts';
import { buildTree } from '../../../runtime/core/tree.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { CallContext } from '../context.ts';
import { columnsOf } from '../entities/columns.ts';
import { attachLabels } from '../entities/labels.ts';
import { readRecord } from '../entities/list/actions.ts';
import { attachBeside } from '../entities/list/beside.ts';
import { listRecords, listWhole } from '../entities/list/list.ts';
import { rowFieldsOf } from '../entities/list/rowFields.ts';
import { readConditions } from './conditions.ts';
import { findId } from './key.ts';
import { bodyOf, type MappedInput, readSources } from './sources.ts';

export type ActionOf<Do extends CallAction['do']> = Extract<CallAction, { do: Do }>;

/** The fields of a record in the answer, with their names. */
type Shape = Pick<ActionOf<'get'>, 'fields' | 'rename'>;

function shapeRecord(record: Row, { fields, rename }: Shape): Row {
  if (!fields && !rename) return record;
  const names = fields ?? Object.keys(record);
  const shown = names.filter((name) => name in record).map((name) => [rename?.[name] ?? name, record[name]]);
  return Object.fromEntries(shown);
}

/** Returns the fields that the user may see. Hidden fields are left out. */
function seenFields(entity: Entity, { session }: CallContext, fields: readonly string[]): string[] {
  const seen = new Set([...columnsOf(entity, session).keys(), ...rowFieldsOf(entity, session).names]);
  return fields.filter((name) => seen.has(name.replace(/^-/, '')));
}

/** Merges the request for a list with the conditions of the call's description. */
function listQuery(entity: Entity, action: ActionOf<'list'>, input: MappedInput, ctx: CallContext) {
  const requested = (action.from === 'body' ? bodyOf(input) : input.query) ?? {};
  const { fields = [], sort } = action;
  const above = action.as === 'tree' && entity.parent ? [entity.parent] : [];
  return {
    ...requested,
    ...(fields.length > 0 ? { columns: seenFields(entity, ctx, [...fields, ...above]).join() } : {}),
    ...(sort && !requested.sort ? { sort: seenFields(entity, ctx, sort).join() } : {}),
  };
}

/** Nests child records in their parent records. */
function nestRecords(entity: Entity, records: readonly Row[], shape: Shape): Row[] {
  const { roots, below } = buildTree(
    records.map((record) => ({ id: Number(record.id), record })),
    ({ record }) => record[entity.parent ?? ''],
  );
  const nest = ({ id, record }: { id: number; record: Row }): Row => ({
    ...shapeRecord(record, shape),
    children: (below.get(id) ?? []).map(nest),
  });
  return roots.map(nest);
}

export async function serveList(action: ActionOf<'list'>, input: MappedInput, ctx: CallContext) {
  const entity = entityOf(action.entity);
  const query = listQuery(entity, action, input, ctx);
  const { search, filter } = query as Partial<Record<string, string>>;
  const selection = {
    ...{ search, filter, mine: action.mine, marked: action.marked, unmarked: action.unmarked },
    markedIf: readSources(action.markedIf, input, ctx.session),
    where: readConditions(action.where, input, ctx),
    either: readConditions(action.either, input, ctx),
  };
  const isWhole = !action.fields;
  if ((action.as ?? 'page') === 'page') {
    const page = await listRecords(entity, query, ctx, selection, { isMarked: isWhole });
    if (isWhole) await attachLabels(ctx, entity, page.records);
    return { ...page, records: page.records.map((record) => shapeRecord(record, action)) };
  }
  const records = await listWhole(entity, query, ctx, selection, action.top);
  if (isWhole) await attachBeside(ctx, entity, records);
  return action.as === 'tree'
    ? nestRecords(entity, records, action)
    : records.map((record) => shapeRecord(record, action));
}

/** Returns a record with the fields that the caller may see. */
export async function answerOne(entity: Entity, id: number, ctx: CallContext, shape: Shape = {}) {
  const isWhole = !shape.fields;
  const record = await readRecord(entity, id, ctx, isWhole);
  if (!record) throw new AppError('http.notFound');
  if (isWhole) await attachLabels(ctx, entity, [record]);
  return shapeRecord(record, shape);
}

export async function serveGet(action: ActionOf<'get'>, input: MappedInput, ctx: CallContext) {
  const entity = entityOf(action.entity);
  return answerOne(entity, await findId(entity, action.by, input, ctx), ctx, action);
}

/** Returns keys and labels. The labels are in the caller's language if the records have such a label. */
export async function serveOptions(action: ActionOf<'options'>, input: MappedInput, ctx: CallContext) {
  const entity = entityOf(action.entity);
  const { key = 'id' } = action;
  const labels =
    nearLang(ctx.lang) === 'en' && entity.labelEn ? [entity.labelEn, entity.label] : [entity.label];
  const columns = seenFields(entity, ctx, [key, ...labels]).join();
  const where = readConditions(action.where, input, ctx);
  const records = await listWhole(entity, { columns }, ctx, { where });
  return records.map((record) => {
    const label = labels.map((name) => record[name]).find((text) => text !== null && text !== undefined);
    return { value: record[key], label: String(label ?? record[key]) };
  });
}
