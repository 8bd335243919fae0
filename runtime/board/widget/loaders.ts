/**
 * Loads the code of the widget types. The loaders are separate from the registry, so that the first page
 * loads less.
 */
import { makeFileLoader } from '../../kit/browser/fileLoader.ts';

export type WidgetLoader = () => Promise<unknown>;

const PATH = /([A-Za-z0-9]+)\/index\.ts$/;
const loaders = new Map<string, WidgetLoader>();

/** Set by widgets/index.ts. The runtime must not import widgets. */
export function setWidgetModules(modules: Record<string, WidgetLoader>): void {
  for (const [path, load] of Object.entries(modules)) {
    const type = PATH.exec(path)?.[1];
    if (type) loaders.set(type, makeFileLoader(load));
  }
}

export const widgetLoader = (type: string): WidgetLoader | undefined => loaders.get(type);
