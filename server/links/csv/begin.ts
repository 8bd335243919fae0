import type { ApiClient } from '../http/client.ts';
import { type CommonValues, lang_read, server_signIn } from '../http/command.ts';
import { type Lang, say } from '../http/say.ts';
import { type Chosen, recordings_choose } from './choose.ts';

interface Begun {
  lang: Lang;
  chosen: Chosen;
  client: ApiClient;
  url: string;
}

/** What every command over recordings begins with: which files, what they hold, and the server they go to. */
export async function recordings_begin(
  target: string,
  values: CommonValues & { mapping?: string },
): Promise<Begun> {
  const lang = lang_read(values);
  const chosen = await recordings_choose(target, values.mapping);
  for (const name of chosen.skipped) console.log(say('notMapped', { name }));
  for (const { name, reason } of chosen.misread) console.error(say('notUnderstood', { name, reason }));
  return { lang, chosen, ...(await server_signIn(values)) };
}
