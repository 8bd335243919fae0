/** The files that visitors of a link may read: files of its record, while the record contains them. */
import { AppError } from '../../platform/errors/errors.ts';
import type { FileContent } from '../../platform/files/index.ts';
import type { CallContext } from '../context.ts';
import { listShownFiles, readChildren } from './children.ts';
import { linkOf, readLinked } from './open.ts';

export async function readFileByLink(
  { db, files, request }: CallContext,
  { bucketName, fileName }: { bucketName: string; fileName: string },
): Promise<FileContent> {
  const link = linkOf(request);
  const shown = await db.tenant(link.tenantId, async (trx) => {
    const record = await readLinked(trx, link, false);
    return listShownFiles(await readChildren(trx, link, record));
  });
  if (!shown.has(`/admin/sys-file/${bucketName}/${fileName}`)) throw new AppError('link.gone');
  return files.read({ tenantId: link.tenantId, bucketName, fileName }, null);
}
