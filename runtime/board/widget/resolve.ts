/** Combines a stored widget with its definition: what it shows, or why this program cannot show it. */

import type { BoardWidget, Text } from '../../../generated/definition.ts';
import type { DrawnWidget } from '../../../generated/drawnWidgets.ts';
import { type BoardBind, type BoundConfig, bindConfig } from '../../core/boards/boardBinding.ts';
import { migrateConfig, readConfig } from '../../core/document/config.ts';
import { SECTION } from '../../core/document/sections.ts';
import { configInLang, restoreConfig, type TextTable, textsTable } from '../../core/document/texts.ts';
import type { Lang } from '../../core/text/lang.ts';
import { pickText } from '../../core/text/pickText.ts';
import { type WidgetModules, widgetDefinition } from './registry.ts';
import type { AnyWidgetModule, WidgetContext } from './widget.ts';

export interface ReadyWidget {
  state: 'ready';
  definition: DrawnWidget;
  module: AnyWidgetModule;
  /** The configuration with the variables that it shows here. `own` has those that it names. */
  config: Record<string, unknown>;
  own: Record<string, unknown>;
  /** The variables that it names and cannot show here. Absent if it shows everything. */
  lack?: Lack;
}

export type ResolvedWidget =
  | ReadyWidget
  /** Its program is loading or failed to load. Its name is already known. */
  | { state: 'loading' | 'failed'; definition: DrawnWidget; config: Record<string, unknown> }
  /** `unknown`: this program has no such type. `newer`: it was saved by a newer one. Both stay as they are. */
  | { state: 'unknown' | 'newer' | 'broken' };

/** `bare`: nothing is left of what the widget would show. */
export type Lack = Pick<BoundConfig, 'unbound' | 'bare'>;

/**
 * The texts of a board for its reader: its own texts, and the language. It is the same object while neither changes.
 */
export interface BoardWords {
  table: TextTable;
  lang: Lang;
}

const configs = new WeakMap<object, { words: BoardWords; config: Record<string, unknown> }>();
const titles = new WeakMap<DrawnWidget, TextTable>();

/**
 * Returns the translation of the default title. A widget without a title is stored with the Chinese title of its type
 * (decision 28), and shows the reader's.
 */
function titleTable(definition: DrawnWidget): TextTable {
  const textTable = titles.get(definition) ?? textsTable([definition.title]);
  titles.set(definition, textTable);
  return textTable;
}

/** Returns a stored configuration in the reader's language. */
export function translateConfig(
  definition: DrawnWidget,
  config: Record<string, unknown>,
  { table, lang }: BoardWords,
): Record<string, unknown> {
  const ownConfig = table.size > 0 ? configInLang(definition.config, config, table, lang) : config;
  return configInLang(definition.config, ownConfig, titleTable(definition), lang);
}

/**
 * Returns an edited configuration for storing. Merely translated texts return to their stored form, or to that of a new
 * widget.
 */
export function untranslateConfig(
  config: Record<string, unknown>,
  { type, config: stored }: BoardWidget,
  texts: readonly Text[] = [],
): Record<string, unknown> {
  const definition = widgetDefinition(type);
  const table = textsTable(definition ? [...texts, definition.title] : texts);
  return restoreConfig(config, stored, table) as Record<string, unknown>;
}

/** Returns whether a widget is part of a saved record. A widget that has only present values is not (decision 31). */
export const isRecorded = (
  { record }: Pick<DrawnWidget, 'record'>,
  { historical }: Pick<WidgetContext, 'historical'>,
): boolean => historical === null || record !== false;

/** Returns the same object for the same stored configuration, so that unchanged widgets do not render. */
function configOf(widget: BoardWidget, definition: DrawnWidget, module: AnyWidgetModule, words: BoardWords) {
  const filled = configs.get(widget.config);
  if (filled?.words === words) return filled.config;
  const migrated = migrateConfig(module.migrations, widget.version, definition.version, widget.config);
  if (migrated === null) return null;
  const config = translateConfig(definition, readConfig(definition.config, migrated), words);
  configs.set(widget.config, { words, config });
  return config;
}

const bounds = new WeakMap<object, { bind: BoardBind; bound: BoundConfig }>();

/** Returns the same object for the same configuration, as `configOf` does. */
function boundOf(definition: DrawnWidget, config: Record<string, unknown>, bind: BoardBind): BoundConfig {
  const memo = bounds.get(config);
  if (memo?.bind === bind) return memo.bound;
  const bound = bindConfig(definition.config, config, bind);
  bounds.set(config, { bind, bound });
  return bound;
}

/** @param bind what its variables are here; null: those that it names */
export function resolveWidget(
  widget: BoardWidget,
  modules: WidgetModules,
  words: BoardWords,
  bind: BoardBind | null = null,
): ResolvedWidget {
  const definition = widgetDefinition(widget.type);
  if (!definition) return { state: 'unknown' };
  if (widget.version > definition.version) return { state: 'newer' };
  const module = modules.get(widget.type);
  if (module === undefined || module === 'failed') {
    const config = translateConfig(definition, widget.config, words);
    return { state: module ?? 'loading', definition, config };
  }
  try {
    const config = configOf(widget, definition, module, words);
    if (!config) return { state: 'broken' };
    const ready = { state: 'ready', definition, module, own: config } as const;
    if (!bind) return { ...ready, config };
    const { config: bound, ...lack } = boundOf(definition, config, bind);
    return { ...ready, config: bound, ...(lack.unbound.length > 0 && { lack }) };
  } catch {
    return { state: 'broken' };
  }
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Decision 24: returns the frame's title. It is titleName or title if the type has one, otherwise the name. */
export function frameTitle(config: Record<string, unknown>, definition: DrawnWidget): string | undefined {
  // A section consists only of its title.
  if (definition.type === SECTION) return undefined;
  const fields = definition.config.properties ?? {};
  if ('titleName' in fields) return text(config.titleName);
  return text(config.title) ?? text(config.name);
}

/** Returns the name that a user gave the widget, for dialogs and announcements. */
export function widgetName(config: Record<string, unknown>): string | undefined {
  return text(config.titleName) ?? text(config.title) ?? text(config.name);
}

/** Returns the same for a stored widget, or the title of its type if it has no name. */
export function widgetTitle({ type, config }: BoardWidget, words: BoardWords): string {
  const definition = widgetDefinition(type);
  if (!definition) return widgetName(config) ?? type;
  return widgetName(translateConfig(definition, config, words)) ?? pickText(definition.title, words.lang);
}
