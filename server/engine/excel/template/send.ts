import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import { disposition } from '../../../platform/files/disposition.ts';
import { runInTurn } from '../../../platform/worker/turns.ts';
import type { CallContext } from '../../context.ts';
import { turnOf } from '../../turn.ts';
import { TABLE_TYPES } from '../file/tableWrite.ts';
import { makeTemplate } from './index.ts';

/** Sends the workbook to fill in, named after the entity in the reader's language. */
export async function answerTemplate(entity: Entity, ctx: CallContext) {
  const file = await runInTurn(turnOf(ctx, 'table'), () => makeTemplate(entity, ctx));
  const name = `${entity.title[ctx.lang]}${ctx.lang === 'zh' ? '导入模板' : ' template'}.xlsx`;
  ctx.reply.headers({
    'content-type': TABLE_TYPES.xlsx,
    'content-disposition': disposition('attachment', name),
  });
  return file;
}
