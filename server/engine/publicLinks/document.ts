/** The document that a visitor of a link may save. It contains only public fields and lines. */
import type { PublicRecord } from '../../../generated/definition.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { everything } from '../access/asker.ts';
import type { CallContext } from '../context.ts';
import { type DocumentOptions, findDocument, readDocument, sendDocument } from '../documents/index.ts';
import type { IncludedParts } from '../documents/readRecord.ts';
import { readShownLines } from '../entities/lines/linesShown.ts';
import { guestOf } from './move.ts';
import { linkOf, readLinked } from './open.ts';

/**
 * Returns the fields that the public record shows. The number is always included, because it names the file.
 */
const visibleBy = ({ fields, lines = {} }: PublicRecord, number: string): IncludedParts => ({
  field: (name) => name === number || fields.includes(name),
  line(set, name) {
    const { fields: shown = [], by, sum = [] } = lines[set] ?? {};
    return shown.includes(name) || by === name || sum.includes(name);
  },
  follows: false,
  decisions: false,
});

export async function documentByLink(ctx: CallContext, { format = 'pdf', lang = ctx.lang }: DocumentOptions) {
  const { db, vault, zone, request, gone } = ctx;
  const link = linkOf(request);
  const { entity, open, tenantId } = link;
  if (open.document === undefined) throw new AppError('http.notFound');
  const definition = findDocument(open.document, entity.name, format);
  const reader = { session: guestOf(link, ctx), vault };
  const read = await db.tenant(tenantId, async (trx) => {
    const record = await readLinked(trx, link, false);
    const [lines = {}] = await readShownLines(trx, everything, entity, [record]);
    const options = {
      definition,
      lang: lang as Lang,
      zone,
      told: visibleBy(open, definition.number ?? entity.label),
    };
    return readDocument(trx, reader, { ...record, ...lines }, options);
  });
  const turn = { kind: 'paper', tenantId, by: { link: link.id }, signal: gone } as const;
  return sendDocument(read, format, turn, ctx);
}
