/** Labels of many records on sheets. Each shows the public link of its record as a code to scan on site. */

import type { PublicRecord } from '../../../generated/definition.ts';
import { type Entity, entityOf } from '../../../runtime/core/definitions/entities.ts';
import { recordHas } from '../../../runtime/core/rules/recordHas.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { disposition } from '../../platform/files/disposition.ts';
import type { CallContext } from '../context.ts';
import { findDocument, type Labelled, printLabels, readDocument } from '../documents/index.ts';
import { readRecords } from '../entities/list/actions.ts';
import { lockChosen, type Picked, runEach } from '../entities/write/bulkChange.ts';
import { originOf } from '../origin.ts';
import { printedToken } from './store.ts';

/** Maximum number of labels: twenty sheets. */
const MOST = 480;

interface LabelsRequest extends Picked {
  /** The position on the first sheet, from 1. */
  first?: number;
  lang?: Lang;
}

async function addressOf(
  trx: Trx,
  ctx: CallContext,
  entity: Entity,
  open: PublicRecord,
  record: Row,
): Promise<string> {
  const token = await printedToken(trx, ctx, entity, open, record);
  return new URL(`${open.route}?t=${token}`, originOf(ctx)).href;
}

/** Makes the sheets for all records or for none, because a missing label would be noticed only on site. */
export async function answerLabels(
  ctx: CallContext,
  { entity: name, document }: { entity: string; document: string },
  { first = 1, lang = ctx.lang, ...picked }: LabelsRequest,
): Promise<Buffer> {
  const { db, session, vault, zone, reply } = ctx;
  const entity = entityOf(name);
  const definition = findDocument(document, entity.name, 'pdf');
  if (definition.size !== 'labels') throw new AppError('http.notFound');
  const open = definition.sections.some(({ link }) => link) ? entity.public : undefined;
  const reader = { session, vault };
  const all = await db.tenant(session.tenantId, async (trx) => {
    const chosen = await lockChosen(trx, ctx, entity, open ? 'publish' : 'get', picked);
    if (chosen.length > MOST) throw new AppError('bulk.tooMany', { count: chosen.length, limit: MOST });
    if (chosen.length === 0) throw new AppError('http.notFound');
    const labelled: Labelled[] = [];
    await runEach(chosen, async ({ id }) => {
      const [record] = await readRecords(trx, entity, reader, [Number(id)]);
      if (!record) throw new AppError('http.notFound');
      if (!recordHas(record, definition.where))
        throw new AppError('document.notNow', { title: definition.title });
      const read = await readDocument(trx, reader, record, { definition, lang, zone });
      labelled.push({ read, ...(open ? { address: await addressOf(trx, ctx, entity, open, record) } : {}) });
    });
    return labelled;
  });
  const file = await printLabels(all, first - 1, ctx);
  reply.headers({
    'content-type': 'application/pdf',
    'content-disposition': disposition('attachment', `${pickText(definition.title, lang)} ${all.length}.pdf`),
  });
  return file;
}
