import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { UploadedFile } from '../../generated/calls.ts';
import { AppError } from '../platform/errors/errors.ts';
import type { Files } from '../platform/files/index.ts';
import type { FileOwner } from '../platform/files/quota.ts';

const MB = 1024 * 1024;
/** Default limits for uploads to disk. Some handlers have smaller limits. */
export const MULTIPART_LIMITS = {
  ...{ fileSize: 50 * MB, files: 2, fields: 20, fieldSize: 20_000, parts: 22 },
  ...{ fieldNameSize: 100, headerPairs: 20 },
};
/** Maximum size of names, fields and separators in addition to the files. */
const AROUND = MB;
const MAX_BYTES = MULTIPART_LIMITS.fileSize + AROUND;

/** Returns the declared length of the body, or the maximum length if it is missing. Throws if it is too large. */
function readLength(request: FastifyRequest): number {
  const length = Number(request.headers['content-length'] ?? MAX_BYTES);
  if (length > MAX_BYTES)
    throw new AppError('http.fileTooLarge', { limit: MULTIPART_LIMITS.fileSize / MB }, { field: '/file' });
  return length;
}

interface MultipartInput {
  files: UploadedFile[];
  fields: Record<string, string>;
  /** Removes the temporary files. */
  clean(): Promise<void>;
}

/**
 * Streams the files to temporary files, so that an upload is never completely in memory. The declared size is checked
 * before anything is read.
 */
export async function readMultipart(
  request: FastifyRequest,
  { admit, incoming }: Pick<Files, 'admit' | 'incoming'>,
  sender: FileOwner,
): Promise<MultipartInput> {
  if (!request.isMultipart()) throw new AppError('http.mediaType');
  await admit(sender, readLength(request));
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(incoming, 'upload-'));
  const files: UploadedFile[] = [];
  const fields: Record<string, string> = {};
  const clean = () => rm(folder, { recursive: true, force: true });
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value);
        continue;
      }
      const path = join(folder, String(files.length));
      const target = createWriteStream(path, { mode: 0o600 });
      await pipeline(part.file, target);
      if (part.file.truncated) {
        throw new AppError(
          'http.fileTooLarge',
          { limit: MULTIPART_LIMITS.fileSize / MB },
          { field: '/file' },
        );
      }
      files.push({
        field: part.fieldname,
        name: part.filename,
        type: part.mimetype,
        size: target.bytesWritten,
        path,
      });
    }
  } catch (error) {
    await clean();
    throw error;
  }
  return { files, fields, clean };
}
