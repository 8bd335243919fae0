import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileValue } from '../../../runtime/core/fileValue.ts';
import type { Files } from './index.ts';
import type { FileOwner } from './quota.ts';

/** Stores bytes created by the server like an upload of the user. Returns the value for a field. */
export async function keepBytes(
  files: Pick<Files, 'incoming' | 'save'>,
  owner: FileOwner,
  { name, bytes, picture = false }: { name: string; bytes: Uint8Array; picture?: boolean },
): Promise<string> {
  const path = join(files.incoming, randomBytes(16).toString('hex'));
  await mkdir(files.incoming, { recursive: true, mode: 0o700 });
  await writeFile(path, bytes, { mode: 0o600 });
  const upload = { field: 'file', name, type: '', size: bytes.length, path };
  const { bucketName, fileName } = await files.save(owner, upload, picture);
  return fileValue(`/admin/sys-file/${bucketName}/${fileName}`, name);
}
