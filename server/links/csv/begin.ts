import type { Lang } from '../../../runtime/core/lang.ts';
import type { ApiClient } from '../http/client.ts';
import { type CommonValues, readLang, signServerIn } from '../http/command.ts';
import { say } from '../http/commandOutput.ts';
import { type Chosen, chooseRecordings } from './choose.ts';

interface Begun {
  lang: Lang;
  chosen: Chosen;
  client: ApiClient;
  url: string;
}

/** Begins every command over recordings: chooses the files, reads what they hold, and finds the server they go to. */
export async function beginRecordings(
  target: string,
  values: CommonValues & { mapping?: string },
): Promise<Begun> {
  const lang = readLang(values);
  const chosen = await chooseRecordings(target, values.mapping);
  for (const name of chosen.skipped) console.log(say('notMapped', { name }));
  for (const { name, reason } of chosen.misread) console.error(say('notUnderstood', { name, reason }));
  return { lang, chosen, ...(await signServerIn(values)) };
}
