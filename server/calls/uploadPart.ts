/** Uploads in parts (tus 1.0), for fields with `x-megabytes` in their definition. */
import { Readable } from 'node:stream';
import type { Calls } from '../../generated/calls.ts';
import { fieldAccessWithin } from '../../runtime/core/access/fieldAccess.ts';
import { can } from '../../runtime/core/access/permission.ts';
import { entityRegistry } from '../../runtime/core/definitions/entities.ts';
import type { CallContext, Session } from '../engine/context.ts';
import { AppError } from '../platform/errors/errors.ts';
import {
  checkVersion,
  readBytes,
  readChecksum,
  readMetadata,
  SERVED,
} from '../platform/files/parts/headers.ts';
import type { LargeUpload } from '../platform/files/parts/rows.ts';

const MB = 1_048_576;

interface Place {
  entity: string;
  field: string;
}

/** Returns the maximum size of an uploaded file in megabytes. Throws unless the caller may write the field. */
function readLimit(session: Session, { entity: name, field }: Place): number {
  const entity = entityRegistry.get(name);
  const limit = entity?.schema.properties?.[field]?.['x-megabytes'];
  if (!entity || limit === undefined)
    throw new AppError('upload.notLarge', {}, { field: '/header/upload-metadata' });
  const mayWrite =
    session.admin || ['create', 'update'].some((action) => can(session.permissions, `${name}:${action}`));
  if (!mayWrite || fieldAccessWithin(session, entity, field) !== 'write')
    throw new AppError('http.forbidden');
  return limit;
}

/**
 * Returns the user's upload. Checks the protocol version and the rights at each request, because rights may
 * be withdrawn during an upload.
 */
async function readOwn({ session, parts, request }: CallContext, id: string): Promise<LargeUpload> {
  checkVersion(request.headers);
  const upload = await parts.find(session, id);
  readLimit(session, upload);
  return upload;
}

const describe = (upload: LargeUpload): Record<string, string> => ({
  ...SERVED,
  'cache-control': 'no-store',
  'upload-offset': String(upload.received),
  'upload-expires': new Date(upload.expiresAt).toUTCString(),
  ...(upload.isFinished ? { 'upload-file': `/admin/sys-file/${upload.fileKey}` } : {}),
});

export const uploadPartCalls = {
  async uploadBegin(_input, { session, parts, request, reply }) {
    checkVersion(request.headers);
    const length = readBytes(request.headers, 'Upload-Length');
    const metadata = readMetadata(request.headers);
    const place = { entity: metadata.get('entity') ?? '', field: metadata.get('field') ?? '' };
    const limit = readLimit(session, place);
    if (length === 0) throw new AppError('file.missing', {}, { field: '/file' });
    if (length > limit * MB) throw new AppError('http.fileTooLarge', { limit }, { field: '/file' });
    const upload = await parts.begin(session, { ...place, name: metadata.get('filename') ?? '', length });
    const location = `/admin/sys-file/parts/${upload.id}`;
    return reply
      .code(201)
      .headers({ ...describe(upload), location })
      .send();
  },

  async uploadOffset({ path }, ctx) {
    await readOwn(ctx, path.uploadId);
    const upload = await ctx.parts.look(ctx.session, path.uploadId);
    return ctx.reply.headers({ ...describe(upload), 'upload-length': String(upload.length) }).send();
  },

  async uploadPart({ path }, ctx) {
    await readOwn(ctx, path.uploadId);
    const { headers, body } = ctx.request;
    if (!(body instanceof Readable)) throw new AppError('http.mediaType');
    const part = {
      offset: readBytes(headers, 'Upload-Offset'),
      stream: body,
      checksum: readChecksum(headers),
    };
    const upload = await ctx.parts.write(ctx.session, path.uploadId, part);
    return ctx.reply.code(204).headers(describe(upload)).send();
  },

  async uploadCancel({ path }, ctx) {
    await readOwn(ctx, path.uploadId);
    await ctx.parts.end(ctx.session, path.uploadId);
    return ctx.reply.code(204).headers(SERVED).send();
  },
} satisfies Partial<Calls<CallContext>>;
