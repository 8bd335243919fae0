import type { Calls, Input } from '../../generated/calls.ts';
import type { CallContext } from '../engine/context.ts';
import { isFileReadable } from '../engine/entities/write/fileUse.ts';
import { AppError } from '../platform/errors/errors.ts';
import { disposition } from '../platform/files/disposition.ts';
import type { FileContent, Files, StoredFile } from '../platform/files/index.ts';
import { readRange } from '../platform/files/range.ts';

const FILE_FIELD = 'file';

function saveUpload(
  input: Input<'uploadFile' | 'uploadRetrunUrl'>,
  ctx: CallContext,
): ReturnType<Files['save']> {
  const [upload, ...others] = input.files.filter(({ field }) => field === FILE_FIELD);
  if (!upload || others.length > 0) throw new AppError('file.missing', {}, { field: `/${FILE_FIELD}` });
  return ctx.files.save(ctx.session, upload, input.query.type === 'picture');
}

const fileUrl = ({ bucketName, fileName }: StoredFile): string => `/admin/sys-file/${bucketName}/${fileName}`;

/** Sends a file, or the byte range that a player or a resumed download requests. */
function sendFile({ request, reply }: CallContext, file: FileContent, kind: 'inline' | 'attachment') {
  const { range: rangeHeader, 'if-range': unchanged = file.etag } = request.headers;
  const range = unchanged === file.etag ? readRange(rangeHeader, file.size) : null;
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  return reply
    .headers({
      'content-type': file.type,
      'content-length': range ? range.end - range.start + 1 : file.size,
      'accept-ranges': 'bytes',
      etag: file.etag,
      'content-disposition': disposition(kind, file.name),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
    })
    .send(file.stream(range));
}

/**
 * Sends a file as a download. The browser must neither cache the file nor display it inline, because the next
 * user may not be allowed to see it.
 */
export const downloadFile = (ctx: CallContext, file: FileContent) =>
  sendFile(ctx, file, 'attachment').header('cache-control', 'no-store');

export const uploadCalls = {
  /** C464. */
  async uploadFile(input, ctx) {
    return saveUpload(input, ctx);
  },

  /** C465. The path in the spec has this spelling. */
  async uploadRetrunUrl(input, ctx) {
    return fileUrl(await saveUpload(input, ctx));
  },

  async readFile(input, ctx) {
    const { bucketName, fileName } = input.path;
    const { session, request, reply } = ctx;
    const key = `${bucketName}/${fileName}`;
    const readable = await ctx.db.tenant(session.tenantId, (trx) => isFileReadable(trx, session, key));
    if (!readable) throw new AppError('http.notFound');
    // A stored file never changes, but the permission to read it can. The browser caches the file and revalidates it
    // at each use.
    const place = { tenantId: session.tenantId, bucketName, fileName };
    const isSmall = input.query.size === 'small';
    const file = await (isSmall ? ctx.files.readSmall(place, session) : ctx.files.read(place, session));
    // A page asks for the picture of a film without knowing whether there is one.
    if (file === null) return reply.code(204).send();
    if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
    return sendFile(ctx, file, file.inline ? 'inline' : 'attachment');
  },
} satisfies Partial<Calls<CallContext>>;
