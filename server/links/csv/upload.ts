import { readFile } from 'node:fs/promises';
import type { UploadedFile } from '../../../generated/calls.ts';
import { AppError } from '../../http/errors.ts';
import { type Mapping, MappingError, mapping_parse } from './mapping.ts';

const MAX_MAPPING = 1024 * 1024;

/** The mapping of an upload: a field of text, or a JSON file. */
export async function mapping_ofUpload(
  text: string | undefined,
  file: UploadedFile | undefined,
): Promise<Mapping> {
  if (file && file.size > MAX_MAPPING) throw new AppError('http.fileTooLarge', { limit: 1 });
  const given = file ? await readFile(file.path, 'utf8') : text;
  if (!given) throw new AppError('http.invalid', {}, { field: '/mapping' });
  try {
    return await mapping_parse(given);
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    throw new AppError('import.badMapping', { reason: error.message }, { field: '/mapping' });
  }
}
