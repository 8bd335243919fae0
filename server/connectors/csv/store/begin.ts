import type { Lang } from '../../../../runtime/core/text/lang.ts';
import type { ApiClient } from '../../http/client.ts';
import { CommandError, type CommonValues, readLang, signServerIn } from '../../http/command.ts';
import { say } from '../../http/commandOutput.ts';
import { type Chosen, type CommandSettings, chooseRecordings } from '../choose.ts';
import { type FileFormat, MappingError, parseMapping } from '../mapping.ts';
import { ANY_FILE } from './upload.ts';

interface Begun {
  lang: Lang;
  chosen: Chosen;
  client: ApiClient;
  url: string;
}

const LISTS: ReadonlySet<string> = new Set(['seriesColumns', 'emptyMarks']);

function readValue(key: string, text: string): unknown {
  if (LISTS.has(key) && !text.startsWith('[')) return text.split(',').filter((part) => part !== '');
  // A column can be named by a number, which stays a string.
  if (/Column$/.test(key)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Parses the options `--set KEY=VALUE`. The keys are those of a file in a mapping. */
export async function readSettings(settings: readonly string[]): Promise<FileFormat> {
  const options: Record<string, unknown> = {};
  for (const setting of settings) {
    const at = setting.indexOf('=');
    if (at < 1) throw new CommandError(say('badSetting', { value: setting }));
    const key = setting.slice(0, at);
    options[key] = readValue(key, setting.slice(at + 1));
  }
  try {
    const { files } = await parseMapping(JSON.stringify({ files: [{ ...options, ...ANY_FILE }] }));
    const { match: _match, device: _device, columns: _columns, ...format } = files[0]!;
    return format;
  } catch (error) {
    if (error instanceof MappingError)
      throw new CommandError(say('badSettings', { reason: error.message.replace('/files/0', '') }));
    throw error;
  }
}

/** Begins every command for recordings: chooses the files, reads their content, and finds the target server. */
export async function beginRecordings(
  target: string,
  values: CommonValues & { mapping?: string },
  options: CommandSettings = { format: {} },
): Promise<Begun> {
  const lang = readLang(values);
  const chosen = await chooseRecordings(target, values.mapping, options);
  for (const name of chosen.skipped) console.log(say('notMapped', { name }));
  for (const { name, reason } of chosen.misread) console.error(say('notUnderstood', { name, reason }));
  return { lang, chosen, ...(await signServerIn(values)) };
}
