/** Serves the calls whose description says what they do with which records (`x-action`). */
import type { CallAction } from '../../../generated/definition.ts';
import type { OperationInfo } from '../../../generated/operations.ts';
import { isObject } from '../../../runtime/core/object.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { CallContext } from '../context.ts';
import { readDictionary } from '../dictionary/entries.ts';
import { type FilesInput, serveExport, serveImport, serveTemplate } from './files.ts';
import { type ActionOf, serveGet, serveList, serveOptions } from './read.ts';
import { readSource } from './sources.ts';
import { serveCreate, serveDelete, serveSave, serveSet, serveTransition, serveUpdate } from './write.ts';

/** Answers the entries of a dictionary, as the tenant has them. */
async function serveEntries({ dictionary }: ActionOf<'entries'>, input: FilesInput, ctx: CallContext) {
  const { db, session } = ctx;
  const name = isObject(dictionary) ? String(readSource(dictionary, input, session)) : dictionary;
  const found = await db.tenant(session.tenantId, (trx) => readDictionary(trx, session.tenantId, name));
  if (!found) throw new AppError('http.notFound');
  return found.entries;
}

type Serve<Do extends CallAction['do']> = (
  action: ActionOf<Do>,
  input: FilesInput,
  ctx: CallContext,
) => Promise<unknown>;

const SERVED: { [Do in CallAction['do']]: Serve<Do> } = {
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
  entries: serveEntries,
};

export function serveAction({ id, action }: OperationInfo, input: FilesInput, ctx: CallContext) {
  if (!action) throw new Error(`operation ${id} is served by no action`);
  // Each entry takes the actions of its own name, which their common type cannot say.
  return (SERVED[action.do] as Serve<CallAction['do']>)(action as never, input, ctx);
}
