/** Documented calls that return or receive records as files. */

import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { disposition } from '../../platform/files/disposition.ts';
import { readOnce } from '../../platform/files/readOnce.ts';
import { runInTurn } from '../../platform/worker/turns.ts';
import type { CallContext } from '../context.ts';
import { planExport, runExport } from '../excel/export.ts';
import { TABLE_TYPES } from '../excel/file/tableWrite.ts';
import { importFile } from '../excel/import/importSync.ts';
import { answerTemplate } from '../excel/template/send.ts';
import { turnOf } from '../turn.ts';
import { readConditions } from './conditions.ts';
import type { ActionOf } from './read.ts';
import type { MappedInput } from './sources.ts';

/** The input of a call, with the uploaded files. */
export type FilesInput = MappedInput & { files?: Parameters<typeof importFile>[2][] };

const day = (): string => new Date().toISOString().slice(0, 10);

/**
 * Returns the records that the caller may export, as a file. The file is complete before it is sent, so that errors
 * can be returned.
 */
export async function serveExport(action: ActionOf<'export'>, input: MappedInput, ctx: CallContext) {
  const entity = entityOf(action.entity);
  const { search, filter, sort } = (input.query ?? {}) as Partial<Record<string, string>>;
  const where = readConditions(action.where, input, ctx);
  const plan = planExport(entity, { search, filter, sort, where, format: action.format }, ctx);
  const turn = turnOf(ctx, 'table');
  const step = { signal: ctx.gone, progress() {} };
  const file = await readOnce((path) => runInTurn(turn, () => runExport(plan, ctx, step, path)));
  ctx.reply.headers({
    'content-type': TABLE_TYPES[action.format],
    'content-disposition': disposition(
      'attachment',
      `${pickText(entity.title, ctx.lang)} ${day()}.${action.format}`,
    ),
  });
  return ctx.reply.send(file);
}

export const serveImport = (action: ActionOf<'import'>, input: FilesInput, ctx: CallContext) =>
  runInTurn(turnOf(ctx, 'table'), () =>
    importFile(ctx, entityOf(action.entity), input.files?.[0], input.query?.dryRun === true),
  );

export const serveTemplate = (action: ActionOf<'template'>, _input: MappedInput, ctx: CallContext) =>
  answerTemplate(entityOf(action.entity), ctx);
