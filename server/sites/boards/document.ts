import { readFileSync } from 'node:fs';
import type { DashboardDocument, Field, Text, WidgetDefinition } from '../../../generated/definition.ts';
import { widgets } from '../../../generated/widgets.ts';
import { pathPointer } from '../../../runtime/core/boards/boardVariables.ts';
import { DOCUMENT_VERSION } from '../../../runtime/core/document/migrate.ts';
import { emptyDocument } from '../../../runtime/core/document/parse.ts';
import { fieldTypeOf } from '../../../runtime/fieldTypes/index.ts';
import { sanitiseHtml } from '../../engine/entities/html.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { validationOf } from '../../platform/sharedValidator.ts';

export const BOARD_SCHEMA = JSON.parse(
  readFileSync(new URL('../../../schemas/meta/dashboard.schema.json', import.meta.url), 'utf8'),
) as Field & { properties: { widgets: { items: object } } };
export const BOARD_MAX_KB = 1024;
const MAX_DEPTH = 20;
/** Names that would change the prototype of an object when they are copied into it. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

export const BOARD_EMPTY: DashboardDocument = emptyDocument();

/** The reason why a document is refused, and the position in the document. */
export interface BoardFault {
  /** JSON pointer into the document. */
  pointer: string;
  text: Text;
}

const fault = (path: readonly (string | number)[], zh: string, en: string): BoardFault => ({
  pointer: pathPointer(path),
  text: { zh, en },
});

type Path = readonly (string | number)[];

/** Returns the first reason to refuse a value. Null if the value is safe. */
export function valueDanger(value: unknown, path: Path = []): BoardFault | null {
  if (typeof value !== 'object' || value === null) return null;
  if (path.length > MAX_DEPTH) return fault(path, '嵌套过深', 'the board is nested too deeply');
  for (const key of Object.getOwnPropertyNames(value)) {
    if (Array.isArray(value) && key === 'length') continue;
    if (FORBIDDEN.has(key))
      return fault([...path, key], `不允许使用名称“${key}”`, `the name “${key}” is not allowed`);
    const inner = valueDanger((value as Record<string, unknown>)[key], [...path, key]);
    if (inner) return inner;
  }
  return null;
}

function versionFault({ version }: DashboardDocument): BoardFault | null {
  if (version <= DOCUMENT_VERSION) return null;
  return fault(
    ['version'],
    `看板的版本 ${version} 比本平台的 ${DOCUMENT_VERSION} 新`,
    `version ${version} is newer than ${DOCUMENT_VERSION}`,
  );
}

/** Returns the index of the first duplicate id, or -1. */
const repeatedAt = (ids: readonly string[]): number => ids.findIndex((id, index) => ids.indexOf(id) < index);

function tabsFault({ version, widgets: placed, tabs = [] }: DashboardDocument): BoardFault | null {
  const isFlat = tabs.length === 0 && placed.every(({ tab, locked }) => !tab && !locked);
  if (version < 2 && !isFlat)
    return fault(
      ['version'],
      '页签和锁定的组件需要版本为 2 的看板',
      'tabs and locked widgets need a document of version 2',
    );
  const ids = tabs.map(({ id }) => id);
  const twice = repeatedAt(ids);
  if (twice >= 0) return fault(['tabs', twice, 'id'], '两个页签的编号相同', 'two tabs have the same id');
  const lost = placed.findIndex(({ tab }) => tab !== undefined && !ids.includes(tab));
  if (lost < 0) return null;
  const { id, tab } = placed[lost]!;
  return fault(
    ['widgets', lost, 'tab'],
    `${id} 所在的 ${tab} 不是页签`,
    `${id} is on ${tab}, which is not a tab`,
  );
}

function structureFault({ widgets: placed, layouts }: DashboardDocument): BoardFault | null {
  const ids = placed.map(({ id }) => id);
  const places = layouts.lg.map(({ i }) => i);
  const twice = repeatedAt(ids);
  if (twice >= 0)
    return fault(['widgets', twice, 'id'], '两个组件的编号相同', 'two widgets have the same id');
  const double = repeatedAt(places);
  if (double >= 0)
    return fault(['layouts', 'lg', double, 'i'], '一个组件有两个位置', 'a widget has two places');
  const homeless = ids.findIndex((id) => !places.includes(id));
  if (homeless >= 0)
    return fault(['widgets', homeless], `${ids[homeless]} 没有位置`, `${ids[homeless]} has no place`);
  const stray = places.findIndex((id) => !ids.includes(id));
  if (stray < 0) return null;
  const name = places[stray];
  return fault(
    ['layouts', 'lg', stray, 'i'],
    `${name} 有位置，但不是组件`,
    `there is a place for ${name}, which is not a widget`,
  );
}

/** Sanitises rich text of a configuration on saving (V058). The text is sanitised again on display. */
function cleanConfig(field: Field | undefined, value: unknown): unknown {
  if (!field) return value;
  if (typeof value === 'string') return fieldTypeOf(field).isMarkup ? sanitiseHtml(value) : value;
  if (Array.isArray(value)) return value.map((item) => cleanConfig(field.items, item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, cleanConfig(field.properties?.[name], inner)]),
  );
}

function schemaFault(document: unknown): BoardFault | null {
  const [first] = validationOf(BOARD_SCHEMA)(document);
  if (!first) return null;
  const { instancePath, message = '' } = first;
  return {
    pointer: instancePath,
    text: { zh: `${instancePath} 格式不正确`, en: `${instancePath} ${message}`.trim() },
  };
}

const boardFault = (board: DashboardDocument): BoardFault | null =>
  versionFault(board) ?? structureFault(board) ?? tabsFault(board);

/** Returns the document to store. Throws with a reason if it is not valid. Unknown widget types are kept unchanged. */
export function checkBoard(document: unknown): DashboardDocument {
  // Must be the first check, because deep nesting would crash any other traversal of the document.
  const wrong = valueDanger(document);
  if (!wrong && Buffer.byteLength(JSON.stringify(document)) / 1024 > BOARD_MAX_KB)
    throw new AppError('kanban.tooLarge', { limit: BOARD_MAX_KB });
  const fault = wrong ?? schemaFault(document) ?? boardFault(document as DashboardDocument);
  if (fault)
    throw new AppError('kanban.invalid', { reason: fault.text }, { field: `/document${fault.pointer}` });
  const board = document as DashboardDocument;
  const definitions = widgets as Readonly<Record<string, WidgetDefinition | undefined>>;
  return {
    ...board,
    widgets: board.widgets.map((widget) => ({
      ...widget,
      config: cleanConfig(definitions[widget.type]?.config, widget.config) as typeof widget.config,
    })),
  };
}
