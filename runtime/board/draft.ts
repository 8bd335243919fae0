/** Unsaved work survives a crash: every edit is kept on this device until the board is saved or discarded. */
import type { DashboardDocument } from '../../generated/definition.ts';
import { parseDocument } from '../core/document/parse.ts';

export interface Draft {
  document: DashboardDocument;
  /** The version of the board that the edits began with. */
  version: number;
  at: number;
}

export interface DraftStore {
  read(): Draft | null;
  write(draft: Draft): void;
  clear(): void;
}

export function readDraft(text: string | null): Draft | null {
  if (!text) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { document, version, at } = value as Partial<Draft>;
    const parsed = parseDocument(document);
    const sound = parsed.problems.length === 0 && Number.isInteger(version) && Number.isFinite(at);
    return document && sound ? { document: parsed.document, version: version!, at: at! } : null;
  } catch {
    return null;
  }
}

/** One draft a station and user: colleagues at one desk don't inherit each other's edits. */
export function localDraft(userId: number, stationSn: string): DraftStore {
  const key = `EMS-board-draft-${userId}-${stationSn}`;
  const attempt = <T>(use: () => T, otherwise: T): T => {
    try {
      return use();
    } catch {
      return otherwise;
    }
  };
  return {
    read: () => attempt(() => readDraft(localStorage.getItem(key)), null),
    write: (draft) => attempt(() => localStorage.setItem(key, JSON.stringify(draft)), undefined),
    clear: () => attempt(() => localStorage.removeItem(key), undefined),
  };
}
