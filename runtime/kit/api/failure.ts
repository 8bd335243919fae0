import { errorText } from './errors.ts';
import { notify } from './notices.ts';

/** Says what went wrong, in the server's words where it has some. */
export function tellFailure(error: unknown): void {
  const text = errorText(error);
  if (text) notify({ kind: 'warning', text });
}
