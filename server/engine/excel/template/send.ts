import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import { disposition } from '../../../platform/files/disposition.ts';
import { runInTurn } from '../../../platform/worker/turns.ts';
import type { CallContext } from '../../context.ts';
import { turnOf } from '../../turn.ts';
import { TABLE_TYPES } from '../file/tableWrite.ts';
import { makeTemplate } from './index.ts';

const TEMPLATE = { zh: '{title}导入模板', en: '{title} template' };

/** Sends the workbook to fill in, named after the entity in the reader's language. */
export async function answerTemplate(entity: Entity, ctx: CallContext) {
  const file = await runInTurn(turnOf(ctx, 'table'), () => makeTemplate(entity, ctx));
  const name = `${pickText(TEMPLATE, ctx.lang).replace('{title}', pickText(entity.title, ctx.lang))}.xlsx`;
  ctx.reply.headers({
    'content-type': TABLE_TYPES.xlsx,
    'content-disposition': disposition('attachment', name),
  });
  return file;
}
