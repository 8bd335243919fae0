/** Drafts that are not applied yet. They are kept on this device until they are applied or discarded. */
import { readLocal, writeLocal } from '../../../runtime/kit/browser/storage.ts';
import type { Kind } from './document.ts';

export interface Draft {
  kind: Kind;
  /** Null for a new definition. */
  name: string | null;
  text: string;
  /** The applied change on which the draft is based. 0 if there was none. */
  base: number;
}

const KEY = 'EMS-studioDrafts';
const MAX_DRAFTS = 30;

type Drafts = Readonly<Record<string, Draft>>;

export function readDrafts(): Drafts {
  try {
    const stored: unknown = JSON.parse(readLocal(KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter(([, draft]) => typeof (draft as Draft | null)?.text === 'string'),
    ) as Drafts;
  } catch {
    return {};
  }
}

/** Stores a draft. Null removes it. */
export function keepDraft(key: string, draft: Draft | null): Drafts {
  const { [key]: _, ...others } = readDrafts();
  const drafts = Object.fromEntries(
    Object.entries({ ...others, ...(draft && { [key]: draft }) }).slice(-MAX_DRAFTS),
  );
  writeLocal(KEY, JSON.stringify(drafts));
  return drafts;
}
