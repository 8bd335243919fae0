/** Combines a stored widget with its definition. The result is its content, or the reason why it cannot be shown. */

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
  /** The configuration with the variables of the open station. `own` contains the stored variables. */
  config: Record<string, unknown>;
  own: Record<string, unknown>;
  /** The stored variables without a match on this station. Absent if all match. */
  lack?: Lack;
}

export type ResolvedWidget =
  | ReadyWidget
  /** The code is loading or has failed to load. The widget's name is already known. */
  | { state: 'loading' | 'failed'; definition: DrawnWidget; config: Record<string, unknown> }
  /**
   * `unknown`: this version of the platform lacks the type. `newer`: a newer version saved the widget. Both remain
   * unchanged in storage.
   */
  | { state: 'unknown' | 'newer' | 'broken' };

/** `bare`: all variables of the widget are missing. */
export type Lack = Pick<BoundConfig, 'unbound' | 'bare'>;

/** The board's own texts and the reader's language. The object remains the same while neither changes. */
export interface BoardWords {
  table: TextTable;
  lang: Lang;
}

const configs = new WeakMap<object, { words: BoardWords; config: Record<string, unknown> }>();
const titles = new WeakMap<DrawnWidget, TextTable>();

/**
 * Returns the translation of the default title. A widget without a title is stored with the Chinese title of its type
 * (decision 28), but displayed with the reader's.
 */
function titleTable(definition: DrawnWidget): TextTable {
  const textTable = titles.get(definition) ?? textsTable([definition.title]);
  titles.set(definition, textTable);
  return textTable;
}

/** Returns a stored configuration translated to the reader's language. */
export function translateConfig(
  definition: DrawnWidget,
  config: Record<string, unknown>,
  { table, lang }: BoardWords,
): Record<string, unknown> {
  const ownConfig = table.size > 0 ? configInLang(definition.config, config, table, lang) : config;
  return configInLang(definition.config, ownConfig, titleTable(definition), lang);
}

/**
 * Returns an edited configuration for storing. Unedited translations become the stored text, or the default text of a
 * new widget.
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

/**
 * Returns whether a saved record can show the widget. A widget with current values only cannot be shown (decision 31).
 */
export const isRecorded = (
  { record }: Pick<DrawnWidget, 'record'>,
  { historical }: Pick<WidgetContext, 'historical'>,
): boolean => historical === null || record !== false;

/** Returns the same object for the same stored configuration, so that unchanged widgets do not render again. */
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

/** @param bind the binding of the variables on this station, or null for the stored variables */
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

/** Decision 24: returns the title of the frame: titleName or title if the type has that field, otherwise the name. */
export function frameTitle(config: Record<string, unknown>, definition: DrawnWidget): string | undefined {
  // The content of a section is its title.
  if (definition.type === SECTION) return undefined;
  const fields = definition.config.properties ?? {};
  if ('titleName' in fields) return text(config.titleName);
  return text(config.title) ?? text(config.name);
}

/**
 * Returns the widget's name as the user entered it, for dialogs and announcements. Undefined if the user
 * entered none.
 */
export function widgetName(config: Record<string, unknown>): string | undefined {
  return text(config.titleName) ?? text(config.title) ?? text(config.name);
}

/** Returns the name of a stored widget. Without a name, returns the title of its type. */
export function widgetTitle({ type, config }: BoardWidget, words: BoardWords): string {
  const definition = widgetDefinition(type);
  if (!definition) return widgetName(config) ?? type;
  return widgetName(translateConfig(definition, config, words)) ?? pickText(definition.title, words.lang);
}
