import { readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { DashboardDocument, Field, WidgetDefinition } from '../../generated/definition.ts';
import { widgets } from '../../generated/widgets.ts';
import { DOCUMENT_VERSION } from '../../runtime/core/document/migrate.ts';
import { emptyDocument } from '../../runtime/core/document/parse.ts';
import { html_sanitise } from '../entities/html.ts';
import { AppError } from '../http/errors.ts';

const SCHEMA = new URL('../../schemas/meta/dashboard.schema.json', import.meta.url);
export const BOARD_MAX_KB = 1024;
const MAX_DEPTH = 20;
/** Names that would reach into the prototype of whatever object takes them over. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

export const BOARD_EMPTY: DashboardDocument = emptyDocument();

let validate: ValidateFunction | null = null;

/** The first reason why a value must not be stored, or null. */
export function value_danger(value: unknown, path = '', depth = 0): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (depth > MAX_DEPTH) return `${path} is nested too deep`;
  for (const key of Object.getOwnPropertyNames(value)) {
    if (Array.isArray(value) && key === 'length') continue;
    if (FORBIDDEN.has(key)) return `${path}/${key} is not allowed`;
    const inner = value_danger((value as Record<string, unknown>)[key], `${path}/${key}`, depth + 1);
    if (inner) return inner;
  }
  return null;
}

const version_problem = ({ version }: DashboardDocument): string | null =>
  version > DOCUMENT_VERSION ? `version ${version} is newer than ${DOCUMENT_VERSION}` : null;

function tabs_problem({ version, widgets: placed, tabs = [] }: DashboardDocument): string | null {
  const isFlat = tabs.length === 0 && placed.every(({ tab, locked }) => !tab && !locked);
  if (version < 2 && !isFlat) return 'tabs and locked widgets need a document of version 2';
  const ids = new Set(tabs.map(({ id }) => id));
  if (ids.size < tabs.length) return 'two tabs have the same id';
  const lost = placed.find(({ tab }) => tab !== undefined && !ids.has(tab));
  return lost === undefined ? null : `${lost.id} stands on ${lost.tab}, which is no tab`;
}

function structure_problem({ widgets: placed, layouts }: DashboardDocument): string | null {
  const ids = new Set(placed.map(({ id }) => id));
  if (ids.size < placed.length) return 'two widgets have the same id';
  const places = new Set(layouts.lg.map(({ i }) => i));
  if (places.size < layouts.lg.length) return 'a widget has two places';
  const homeless = [...ids].find((id) => !places.has(id));
  if (homeless !== undefined) return `${homeless} has no place`;
  const stray = [...places].find((id) => !ids.has(id));
  return stray === undefined ? null : `there is a place for ${stray}, which is no widget`;
}

/** Rich text of a configuration is sanitised when it is saved (V058), and again when it is drawn. */
function config_clean(field: Field | undefined, value: unknown): unknown {
  if (!field) return value;
  if (typeof value === 'string') return field.format === 'html' ? html_sanitise(value) : value;
  if (Array.isArray(value)) return value.map((item) => config_clean(field.items, item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, config_clean(field.properties?.[name], inner)]),
  );
}

/** The document as it may be stored; throws with a reason when it may not. Unknown widget types are kept as they are. */
export function board_check(document: unknown): DashboardDocument {
  const kilobytes = Buffer.byteLength(JSON.stringify(document)) / 1024;
  if (kilobytes > BOARD_MAX_KB) throw new AppError('kanban.tooLarge', { limit: BOARD_MAX_KB });
  const refuse = (reason: string): never => {
    throw new AppError('kanban.invalid', { reason }, { field: '/document' });
  };
  const danger = value_danger(document);
  if (danger) refuse(danger);
  validate ??= new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(SCHEMA, 'utf8')) as object);
  if (!validate(document)) {
    const [error] = validate.errors ?? [];
    refuse(`${error?.instancePath ?? ''} ${error?.message ?? ''}`.trim());
  }
  const board = document as DashboardDocument;
  const problem = version_problem(board) ?? structure_problem(board) ?? tabs_problem(board);
  if (problem) refuse(problem);
  const definitions = widgets as Readonly<Record<string, WidgetDefinition | undefined>>;
  return {
    ...board,
    widgets: board.widgets.map((widget) => ({
      ...widget,
      config: config_clean(definitions[widget.type]?.config, widget.config) as typeof widget.config,
    })),
  };
}
