/** A stored widget beside its definition: what it shows, or why it can't be shown by this program. */

import type { BoardWidget, Text, WidgetDefinition } from '../../../generated/definition.ts';
import { type BoardBind, type BoundConfig, bindConfig } from '../../core/boards/boardBinding.ts';
import { migrateConfig, readConfig } from '../../core/document/config.ts';
import { SECTION } from '../../core/document/sections.ts';
import { configInLang, restoreConfig, type TextTable, textsTable } from '../../core/document/texts.ts';
import type { Lang } from '../../core/text/lang.ts';
import { type WidgetModules, widgetDefinition } from './registry.ts';
import type { AnyWidgetModule, WidgetContext } from './widget.ts';

export interface ReadyWidget {
  state: 'ready';
  definition: WidgetDefinition;
  module: AnyWidgetModule;
  /** With the variables that it shows here; `own` with those that it names. */
  config: Record<string, unknown>;
  own: Record<string, unknown>;
  /** Lists what it names and cannot show here; absent where it shows everything. */
  lack?: Lack;
}

export type ResolvedWidget =
  | ReadyWidget
  /** Its program is on its way, or did not arrive; what it is called is known by then. */
  | { state: 'loading' | 'failed'; definition: WidgetDefinition; config: Record<string, unknown> }
  /** `unknown`: this program has no such type. `newer`: it was saved by a newer one. Both stay as they are. */
  | { state: 'unknown' | 'newer' | 'broken' };

/** `bare`: nothing is left of what the widget would show. */
export type Lack = Pick<BoundConfig, 'unbound' | 'bare'>;

/**
 * The words in which a board speaks to its reader: its own texts, and the language. The same object while neither
 * changes.
 */
export interface BoardWords {
  table: TextTable;
  lang: Lang;
}

const configs = new WeakMap<object, { words: BoardWords; config: Record<string, unknown> }>();
const titles = new WeakMap<WidgetDefinition, TextTable>();

/** A widget without a title is stored with the Chinese title of its type (decision 28), and shows the reader's. */
function titleTable(definition: WidgetDefinition): TextTable {
  const textTable = titles.get(definition) ?? textsTable([definition.title]);
  titles.set(definition, textTable);
  return textTable;
}

/** A stored configuration in the reader's language. */
export function translateConfig(
  definition: WidgetDefinition,
  config: Record<string, unknown>,
  { table, lang }: BoardWords,
): Record<string, unknown> {
  const ownConfig = table.size > 0 ? configInLang(definition.config, config, table, lang) : config;
  return configInLang(definition.config, ownConfig, titleTable(definition), lang);
}

/** An edited configuration with all that was only translated as it is stored, or as a new widget has it. */
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
 * Returns whether a widget is part of a saved record: one that knows only the present asks nothing there (decision 31).
 */
export const isRecorded = (
  { record }: Pick<WidgetDefinition, 'record'>,
  { historical }: Pick<WidgetContext, 'historical'>,
): boolean => historical === null || record !== false;

/** The same stored configuration gives the same object, so that unchanged widgets don't draw. */
function configOf(
  widget: BoardWidget,
  definition: WidgetDefinition,
  module: AnyWidgetModule,
  words: BoardWords,
) {
  const filled = configs.get(widget.config);
  if (filled?.words === words) return filled.config;
  const migrated = migrateConfig(module.migrations, widget.version, definition.version, widget.config);
  if (migrated === null) return null;
  const config = translateConfig(definition, readConfig(definition.config, migrated), words);
  configs.set(widget.config, { words, config });
  return config;
}

const bounds = new WeakMap<object, { bind: BoardBind; bound: BoundConfig }>();

/** As with `configOf`, the same configuration gives the same object. */
function boundOf(
  definition: WidgetDefinition,
  config: Record<string, unknown>,
  bind: BoardBind,
): BoundConfig {
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

/** Decision 24: titleName or title is the frame's title where the type has one, otherwise the name is. */
export function frameTitle(
  config: Record<string, unknown>,
  definition: WidgetDefinition,
): string | undefined {
  // A section is nothing but its title.
  if (definition.type === SECTION) return undefined;
  const fields = definition.config.properties ?? {};
  if ('titleName' in fields) return text(config.titleName);
  return text(config.title) ?? text(config.name);
}

/** Returns what a person calls the widget, in dialogs and announcements. */
export function widgetName(config: Record<string, unknown>): string | undefined {
  return text(config.titleName) ?? text(config.title) ?? text(config.name);
}

/** The same for a widget as it is stored, by its type where it has no name. */
export function widgetTitle({ type, config }: BoardWidget, words: BoardWords): string {
  const definition = widgetDefinition(type);
  if (!definition) return widgetName(config) ?? type;
  return widgetName(translateConfig(definition, config, words)) ?? definition.title[words.lang];
}
