/** Serves calls whose description defines their action and records (`x-action`). */
import type { CallAction, RequestedValue } from '../../../generated/definition.ts';
import type { OperationInfo } from '../../../generated/operations.ts';
import { isObject } from '../../../runtime/core/object.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { CallContext } from '../context.ts';
import { readDictionary } from '../dictionary/entries.ts';
import { serveDecision, serveSubmit } from './approval.ts';
import { type FilesInput, serveExport, serveImport, serveTemplate } from './files.ts';
import { serveChildren, serveNumber, servePutChildren } from './lines.ts';
import { serveDocument, serveHistory } from './papers.ts';
import { serveHandover, serveMarkPeople, serveShare, serveToggle } from './people.ts';
import { type ActionOf, serveGet, serveList, serveOptions } from './read.ts';
import { serveSimilar } from './similar.ts';
import { pointerOf, readSource } from './sources.ts';
import { serveRecordsBehind, serveStatistics } from './statistics.ts';
import { serveCreate, serveDelete, serveSave, serveSet, serveTransition, serveUpdate } from './write.ts';

/** Returns the entries of a dictionary as the tenant has edited them. */
async function serveEntries({ dictionary }: ActionOf<'entries'>, input: FilesInput, ctx: CallContext) {
  const { db, session } = ctx;
  const name = isObject(dictionary) ? String(readSource(dictionary, input, session)) : dictionary;
  const read = await db.tenant(session.tenantId, (trx) => readDictionary(trx, session.tenantId, name));
  if (!read) throw new AppError('http.notFound');
  return read.entries;
}

/** Throws if the call contains the id of another user. Older clients send the id of the caller. */
function checkCaller(same: RequestedValue, input: FilesInput, { session }: CallContext): void {
  const named = readSource(same, input, session);
  if (named !== undefined && Number(named) !== session.userId)
    throw new AppError('http.notCaller', {}, { field: pointerOf(same) });
}

type Actions = { [Do in CallAction['do']]: ActionOf<Do> };
type Serving = {
  [Do in keyof Actions]: (action: Actions[Do], input: FilesInput, ctx: CallContext) => unknown;
};

const SERVING: Serving = {
  list: serveList,
  get: serveGet,
  create: serveCreate,
  update: serveUpdate,
  save: serveSave,
  delete: serveDelete,
  set: serveSet,
  transition: serveTransition,
  options: serveOptions,
  export: serveExport,
  import: serveImport,
  template: serveTemplate,
  statistics: serveStatistics,
  records: serveRecordsBehind,
  document: serveDocument,
  markPeople: serveMarkPeople,
  history: serveHistory,
  children: serveChildren,
  putChildren: servePutChildren,
  number: serveNumber,
  similar: serveSimilar,
  handover: serveHandover,
  share: serveShare,
  toggle: serveToggle,
  submit: serveSubmit,
  withdraw: serveDecision,
  decide: serveDecision,
  delegate: serveDecision,
  entries: serveEntries,
};

const serve = <Do extends keyof Actions>(
  name: Do,
  action: Actions[Do],
  input: FilesInput,
  ctx: CallContext,
): unknown => SERVING[name](action, input, ctx);

export async function serveAction({ id, action }: OperationInfo, input: FilesInput, ctx: CallContext) {
  if (!action) throw new Error(`operation ${id} is served by no action`);
  if ('same' in action && action.same) checkCaller(action.same, input, ctx);
  return serve(action.do, action, input, ctx);
}
