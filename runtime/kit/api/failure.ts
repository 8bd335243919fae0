import type { Translate } from '../i18n/index.ts';
import { errorText } from './errors.ts';
import { notify } from './notices.ts';

/** Shows an error, with the server's message if it has one. */
export function notifyFailure(error: unknown): void {
  const text = errorText(error);
  if (text) notify({ kind: 'warning', text });
}

/** Returns the reason of a failure: the server's message, or `otherwise` without a response. */
export function failureWords(error: unknown, t: Translate, otherwise: string): string {
  const message = errorText(error);
  if (message === null) return otherwise;
  return 'text' in message ? message.text : t(message.key, message.params);
}
