/** Serves the calls whose description says what they do with which records (`x-action`). */
import type { RequestedValue } from '../../../generated/definition.ts';
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

/** Answers the entries of a dictionary, as the tenant has them. */
async function serveEntries({ dictionary }: ActionOf<'entries'>, input: FilesInput, ctx: CallContext) {
  const { db, session } = ctx;
  const name = isObject(dictionary) ? String(readSource(dictionary, input, session)) : dictionary;
  const read = await db.tenant(session.tenantId, (trx) => readDictionary(trx, session.tenantId, name));
  if (!read) throw new AppError('http.notFound');
  return read.entries;
}

/** Old interfaces send the id of the caller; any other id is refused. */
function checkCaller(same: RequestedValue, input: FilesInput, { session }: CallContext): void {
  const named = readSource(same, input, session);
  if (named !== undefined && Number(named) !== session.userId)
    throw new AppError('http.notCaller', {}, { field: pointerOf(same) });
}

export async function serveAction({ id, action }: OperationInfo, input: FilesInput, ctx: CallContext) {
  if (action && 'same' in action && action.same) checkCaller(action.same, input, ctx);
  switch (action?.do) {
    case 'list':
      return serveList(action, input, ctx);
    case 'get':
      return serveGet(action, input, ctx);
    case 'create':
      return serveCreate(action, input, ctx);
    case 'update':
      return serveUpdate(action, input, ctx);
    case 'save':
      return serveSave(action, input, ctx);
    case 'delete':
      return serveDelete(action, input, ctx);
    case 'set':
      return serveSet(action, input, ctx);
    case 'transition':
      return serveTransition(action, input, ctx);
    case 'options':
      return serveOptions(action, input, ctx);
    case 'export':
      return serveExport(action, input, ctx);
    case 'import':
      return serveImport(action, input, ctx);
    case 'template':
      return serveTemplate(action, input, ctx);
    case 'statistics':
      return serveStatistics(action, input, ctx);
    case 'records':
      return serveRecordsBehind(action, input, ctx);
    case 'document':
      return serveDocument(action, input, ctx);
    case 'markPeople':
      return serveMarkPeople(action, input, ctx);
    case 'history':
      return serveHistory(action, input, ctx);
    case 'children':
      return serveChildren(action, input, ctx);
    case 'putChildren':
      return servePutChildren(action, input, ctx);
    case 'number':
      return serveNumber(action, input, ctx);
    case 'similar':
      return serveSimilar(action, input, ctx);
    case 'handover':
      return serveHandover(action, input, ctx);
    case 'share':
      return serveShare(action, input, ctx);
    case 'toggle':
      return serveToggle(action, input, ctx);
    case 'submit':
      return serveSubmit(action, input, ctx);
    case 'withdraw':
    case 'decide':
    case 'delegate':
      return serveDecision(action, input, ctx);
    case 'entries':
      return serveEntries(action, input, ctx);
    default:
      throw new Error(`operation ${id} is served by no action`);
  }
}
