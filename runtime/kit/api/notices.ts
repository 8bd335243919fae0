import type { TextKey } from '../i18n/zh.ts';
import type { ErrorText } from './errors.ts';

export interface Notice {
  kind: 'warning' | 'success' | 'info';
  text: ErrorText;
  /** The action offered by the message. */
  action?: { key: TextKey; run(): void };
}

type Listener = (notice: Notice) => void;
const listeners = new Set<Listener>();
const waiting: Notice[] = [];

/** Shows a short message. The shell renders it. Earlier messages are queued until the shell is ready. */
export function notify(notice: Notice): void {
  if (listeners.size === 0) waiting.push(notice);
  for (const listener of listeners) listener(notice);
}

export function onNotice(listener: Listener): () => void {
  listeners.add(listener);
  for (const notice of waiting.splice(0)) listener(notice);
  return () => listeners.delete(listener);
}
