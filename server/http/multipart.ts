import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { UploadedFile } from '../context.ts';
import { AppError } from './errors.ts';

const MB = 1024 * 1024;
/** What may be written to disk for one request; the handlers have their own, smaller limits. */
export const MULTIPART_LIMITS = { fileSize: 200 * MB, files: 10, fields: 50, fieldSize: 20_000, parts: 60 };

interface MultipartInput {
  files: UploadedFile[];
  fields: Record<string, string>;
  /** Removes the temporary files. */
  clean(): Promise<void>;
}

/** Streams the files to temporary ones: a large upload never sits in memory. */
export async function multipart_read(request: FastifyRequest): Promise<MultipartInput> {
  if (!request.isMultipart()) throw new AppError('http.mediaType');
  const folder = await mkdtemp(join(tmpdir(), 'wattdeck-upload-'));
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
        throw new AppError('http.fileTooLarge', { limit: MULTIPART_LIMITS.fileSize / MB });
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
