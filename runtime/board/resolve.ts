/** A stored widget beside its definition: what it shows, or why it can't be shown by this program. */
import type { BoardWidget, WidgetDefinition } from '../../generated/definition.ts';
import { migrateConfig, readConfig } from '../core/document/config.ts';
import { SECTION } from '../core/document/sections.ts';
import { type WidgetModules, widgetDefinition } from './registry.ts';
import type { AnyWidgetModule } from './widget.ts';

export type ResolvedWidget =
  | { state: 'ready'; definition: WidgetDefinition; module: AnyWidgetModule; config: Record<string, unknown> }
  | { state: 'loading' | 'failed'; definition: WidgetDefinition }
  /** `unknown`: this program has no such type. `newer`: it was saved by a newer one. Both stay as they are. */
  | { state: 'unknown' | 'newer' | 'broken' };

const configs = new WeakMap<object, Record<string, unknown>>();

/** The same stored configuration gives the same object, so that unchanged widgets don't draw. */
function configOf(widget: BoardWidget, definition: WidgetDefinition, module: AnyWidgetModule) {
  const known = configs.get(widget.config);
  if (known) return known;
  const migrated = migrateConfig(module.migrations, widget.version, definition.version, widget.config);
  if (migrated === null) return null;
  const config = readConfig(definition.config, migrated);
  configs.set(widget.config, config);
  return config;
}

export function resolveWidget(widget: BoardWidget, modules: WidgetModules): ResolvedWidget {
  const definition = widgetDefinition(widget.type);
  if (!definition) return { state: 'unknown' };
  if (widget.version > definition.version) return { state: 'newer' };
  const module = modules.get(widget.type);
  if (module === undefined) return { state: 'loading', definition };
  if (module === 'failed') return { state: 'failed', definition };
  try {
    const config = configOf(widget, definition, module);
    return config ? { state: 'ready', definition, module, config } : { state: 'broken' };
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

/** What a person calls the widget, in dialogs and announcements. */
export function widgetName(config: Record<string, unknown>): string | undefined {
  return text(config.titleName) ?? text(config.title) ?? text(config.name);
}
