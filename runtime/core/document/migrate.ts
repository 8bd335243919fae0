/**
 * Migrates the stored form of a board to the current one. Each step migrates one version and does not change unknown
 * parts.
 */
import { isObject } from '../object.ts';

type Dict = Record<string, unknown>;
type Step = (document: Dict) => Dict;

export const DOCUMENT_VERSION = 2;

function without(value: unknown, names: readonly string[]): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

const STEPS: Readonly<Record<number, Step>> = {
  /** Version 2 added tabs and locks. Fields of an older board with these names have no meaning. */
  1: (document) => ({
    ...(without(document, ['tabs']) as Dict),
    widgets: Array.isArray(document.widgets)
      ? document.widgets.map((widget) => without(widget, ['tab', 'locked']))
      : document.widgets,
  }),
};

/** `from` is the document's version. A newer document is returned unchanged. */
export function migrateDocument(document: Dict, from: number): Dict {
  let current = document;
  for (let version = from; version < DOCUMENT_VERSION; version++) {
    current = { ...STEPS[version]!(current), version: version + 1 };
  }
  return current;
}
