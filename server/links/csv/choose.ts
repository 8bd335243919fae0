/** Which mapping goes with a folder of recordings. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CommandError } from '../http/command.ts';
import {
  file_infer,
  type MappedFile,
  type Mapping,
  MappingError,
  mapping_file,
  mapping_parse,
} from './mapping.ts';
import { csv_open } from './rows.ts';

const BUNDLED = new URL('../../../schemas/imports/', import.meta.url);

export interface Recording {
  path: string;
  name: string;
  file: MappedFile;
}

export interface Chosen {
  mapping: Mapping;
  recordings: Recording[];
  /** Files that the mapping does not name. */
  skipped: string[];
}

async function mapping_read(path: string | URL): Promise<Mapping> {
  try {
    return await mapping_parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof MappingError)
      throw new CommandError(`the mapping ${path} is not valid: ${error.message}`);
    throw new CommandError(`the mapping ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

async function csvFiles_list(target: string): Promise<string[]> {
  const info = await stat(target).catch(() => null);
  if (!info) throw new CommandError(`there is no file or folder ${target}`);
  if (info.isFile()) return [target];
  const names = (await readdir(target)).filter((name) => /\.csv$/i.test(name)).sort();
  if (names.length === 0) throw new CommandError(`there is no CSV file in ${target}`);
  return names.map((name) => join(target, name));
}

/** The bundled mapping that knows most of the files. */
async function mapping_bundled(names: readonly string[]): Promise<Mapping | null> {
  const files = (await readdir(BUNDLED)).filter((name) => name.endsWith('.json'));
  const mappings = await Promise.all(files.map((name) => mapping_read(new URL(name, BUNDLED))));
  const matches = (mapping: Mapping): number => names.filter((name) => mapping_file(mapping, name)).length;
  const best = mappings.sort((a, b) => matches(b) - matches(a))[0];
  return best && matches(best) > 0 ? best : null;
}

async function mapping_inferred(paths: readonly string[]): Promise<Mapping> {
  const files: MappedFile[] = [];
  for (const path of paths) {
    const csv = await csv_open(path);
    const file = csv && file_infer(basename(path), csv.header);
    await csv?.close();
    if (file) files.push(file);
  }
  if (files.length === 0)
    throw new CommandError('no file has a time column that can be recognised; give --mapping FILE');
  return { files };
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}

/** The mapping and the files it knows; files that it does not know are named in `skipped`. */
export async function recordings_choose(target: string, mappingPath: string | undefined): Promise<Chosen> {
  const paths = await csvFiles_list(target);
  const own = join((await isFile(target)) ? dirname(target) : target, 'mapping.json');
  const given = mappingPath ?? ((await isFile(own)) ? own : undefined);
  const mapping = given
    ? await mapping_read(given)
    : ((await mapping_bundled(paths.map((path) => basename(path)))) ?? (await mapping_inferred(paths)));
  const recordings: Recording[] = [];
  const skipped: string[] = [];
  for (const path of paths) {
    const name = basename(path);
    const file = mapping_file(mapping, name);
    if (file) recordings.push({ path, name, file });
    else skipped.push(name);
  }
  if (recordings.length === 0) throw new CommandError(`the mapping knows none of the files in ${target}`);
  return { mapping, recordings, skipped };
}
