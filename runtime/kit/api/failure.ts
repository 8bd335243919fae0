import type { Translate } from '../i18n/index.ts';
import { errorText } from './errors.ts';
import { notify } from './notices.ts';

/** Says what went wrong, in the server's words where it has some. */
export function tellFailure(error: unknown): void {
  const text = errorText(error);
  if (text) notify({ kind: 'warning', text });
}

/** Returns why something failed, in the server's words where it has some; `otherwise` where nothing came back. */
export function failureWords(error: unknown, t: Translate, otherwise: string): string {
  const said = errorText(error);
  if (said === null) return otherwise;
  return 'text' in said ? said.text : t(said.key, said.params);
}
