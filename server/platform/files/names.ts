/** Names of uploaded files: the displayed name and the stored name. */
import { randomBytes } from 'node:crypto';
import { AppError } from '../errors/errors.ts';
import { extensionOf } from './image.ts';

const MAX_NAME_LENGTH = 200;

export const bucketOf = (tenantId: number): string => `t${tenantId}`;

/** Returns the last part of a path from a browser, without characters that control a terminal or a header. */
function cleanName(name: string): string {
  const last = name.split(/[\\/]/).pop() ?? '';
  return [...last]
    .filter((character) => !/\p{Cc}/u.test(character))
    .join('')
    .trim();
}

/** Returns the cleaned name. Throws if it is empty or too long (V045). */
export function readName(sent: string): string {
  const name = cleanName(sent);
  if (name === '') throw new AppError('file.missing', {}, { field: '/file' });
  if ([...name].length > MAX_NAME_LENGTH) throw new AppError('file.nameTooLong', {}, { field: '/file' });
  return name;
}

/** Returns a unique storage name with the extension of the original. */
export function makeFileName(name: string): string {
  const extension = extensionOf(name);
  return randomBytes(16).toString('hex') + (extension ? `.${extension}` : '');
}
