/** Finds the mapping for a folder of recordings. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError, answerError } from '../../platform/errors/errors.ts';
import type { VariableKind } from '../../sites/telemetry/types.ts';
import { CommandError } from '../http/command.ts';
import { currentLang, say } from '../http/commandOutput.ts';
import {
  type FileFormat,
  type MappedFile,
  type Mapping,
  MappingError,
  mappingFile,
  parseMapping,
} from './mapping.ts';
import { isQuestion } from './questions.ts';
import { planFile } from './read/convert.ts';
import { surveyCsv } from './read/detectFormat.ts';
import { inferFile } from './read/infer.ts';

const BUNDLED = new URL('../../../schemas/imports/', import.meta.url);

export interface Recording {
  path: string;
  name: string;
  file: MappedFile;
}

/** A file that cannot be read, with the reason as a sentence. `undecided` if the user must decide. */
export interface Misread {
  name: string;
  reason: string;
  undecided: boolean;
}

/** The settings for all files from the command line. */
export interface CommandSettings {
  format: FileFormat;
  /** The kind of energy columns if nothing in the file determines it. */
  kind?: VariableKind;
}

export interface Chosen {
  mapping: Mapping;
  recordings: Recording[];
  /** Files that the mapping does not contain. */
  skipped: string[];
  misread: Misread[];
}

async function readMapping(path: string | URL): Promise<Mapping> {
  try {
    return await parseMapping(await readFile(path, 'utf8'));
  } catch (error) {
    const place = String(path);
    if (error instanceof MappingError)
      throw new CommandError(say('badMapping', { path: place, reason: error.message }));
    const code = String((error as NodeJS.ErrnoException).code);
    throw new CommandError(say('unreadableMapping', { path: place, code }));
  }
}

async function listCsv(target: string): Promise<string[]> {
  const info = await stat(target).catch(() => null);
  if (!info) throw new CommandError(say('noTarget', { target }));
  if (info.isFile()) return [target];
  const names = (await readdir(target)).filter((name) => /\.(?:csv|tsv)$/i.test(name)).sort();
  if (names.length === 0) throw new CommandError(say('noCsv', { target }));
  return names.map((name) => join(target, name));
}

/** Returns the bundled mapping that matches most of the files. Null if none matches. */
async function findBundled(names: readonly string[]): Promise<Mapping | null> {
  const files = (await readdir(BUNDLED)).filter((name) => name.endsWith('.json'));
  const mappings = await Promise.all(files.map((name) => readMapping(new URL(name, BUNDLED))));
  const matches = (mapping: Mapping): number => names.filter((name) => mappingFile(mapping, name)).length;
  const best = mappings.sort((a, b) => matches(b) - matches(a))[0];
  return best && matches(best) > 0 ? best : null;
}

/** Returns the inferred meaning of a file's content, or the reason why the file cannot be read. */
async function understandFile(
  path: string,
  { format, kind }: CommandSettings,
): Promise<MappedFile | Omit<Misread, 'name'>> {
  try {
    const survey = await surveyCsv(path, format);
    if (survey.timeIndex === null) throw new AppError('import.noTimeColumn');
    const found = inferFile(basename(path), survey, kind);
    if (!found) return { reason: say('noColumns'), undecided: false };
    const file = { ...found, ...format };
    // Reports open questions before anything is created for the file.
    planFile(file, survey, 'UTC', () => null);
    return file;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { reason: answerError(error, currentLang()).body.msg, undecided: isQuestion(error) };
  }
}

async function infer(
  paths: readonly string[],
  options: CommandSettings,
): Promise<Pick<Chosen, 'mapping' | 'misread'>> {
  const mapping: Mapping = { files: [] };
  const misread: Misread[] = [];
  for (const path of paths) {
    const file = await understandFile(path, options);
    if ('reason' in file) misread.push({ name: basename(path), ...file });
    else mapping.files.push(file);
  }
  return { mapping, misread };
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}

/** Returns the mapping and the files that match it. `skipped` contains the names of the remaining files. */
export async function chooseRecordings(
  target: string,
  mappingPath: string | undefined,
  options: CommandSettings,
): Promise<Chosen> {
  const paths = await listCsv(target);
  const ownMapping = join((await isFile(target)) ? dirname(target) : target, 'mapping.json');
  const chosenPath = mappingPath ?? ((await isFile(ownMapping)) ? ownMapping : undefined);
  const known = chosenPath
    ? await readMapping(chosenPath)
    : await findBundled(paths.map((path) => basename(path)));
  const mapped = known && { ...known, files: known.files.map((file) => ({ ...file, ...options.format })) };
  const { mapping, misread } = mapped ? { mapping: mapped, misread: [] } : await infer(paths, options);
  const recordings: Recording[] = [];
  const skipped: string[] = [];
  for (const path of paths) {
    const name = basename(path);
    const file = mappingFile(mapping, name);
    if (file) recordings.push({ path, name, file });
    else if (!misread.some((entry) => entry.name === name)) skipped.push(name);
  }
  if (recordings.length + misread.length === 0) throw new CommandError(say('noneKnown', { target }));
  return { mapping, recordings, skipped, misread };
}
