import { readFile } from 'node:fs/promises';
import type { UploadedFile } from '../../../../generated/calls.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { type MappedFile, type Mapping, MappingError, parseMapping } from '../mapping.ts';

/** The required parts of a mapping that are still missing. */
export const ANY_FILE = {
  match: '*',
  device: { sn: 'any', name: 'any', type: 'other' },
  columns: [{ column: '#1', code: 'any', name: 'any' }],
};
const MAX_MAPPING = 1024 * 1024;

/** Returns the mapping of an upload: a text field, or a JSON file. */
export async function mappingOfUpload(
  text: string | undefined,
  file: UploadedFile | undefined,
): Promise<Mapping> {
  if (file && file.size > MAX_MAPPING) throw new AppError('http.fileTooLarge', { limit: 1 });
  const content = file ? await readFile(file.path, 'utf8') : text;
  if (!content) throw new AppError('http.invalid', {}, { field: '/mapping' });
  return readMapping(content, '/mapping');
}

async function readMapping(text: string, field: string): Promise<Mapping> {
  try {
    return await parseMapping(text);
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    throw new AppError('import.badMapping', { reason: error.message }, { field });
  }
}

/**
 * Reads the file format that the user has set. These are the settings of one file in a mapping, without devices and
 * columns.
 */
export async function readFormat(
  text: string | undefined,
): Promise<Omit<MappedFile, 'match' | 'device' | 'columns'>> {
  if (!text) return {};
  const options = readJson(text);
  const { files } = await readMapping(JSON.stringify({ files: [{ ...options, ...ANY_FILE }] }), '/format');
  const { match: _match, device: _device, columns: _columns, ...format } = files[0]!;
  return format;
}

function readJson(text: string): object {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    throw new AppError('http.invalid', {}, { field: '/format' });
  }
}
