/** Finds the component for a page definition. */
import type { ComponentType, ReactNode } from 'react';
import type { PageDefinition } from '../../../generated/definition.ts';
import { makeFileLoader } from '../../kit/browser/fileLoader.ts';
import { loadAllTexts } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import { LOGIN } from '../../kit/session/pageAccess.ts';
import type { PageProps } from './pageTypes.ts';

type PageModule = { default: ComponentType<PageProps> };
export type PageModules = Record<string, () => Promise<unknown>>;
type Loader = (page: PageDefinition) => Promise<PageModule>;

/** V077: time limit for loading the files of a page, in milliseconds. */
export const CHUNK_TIMEOUT_MS = 120_000;

/** Thrown if the code of a page fails to load. */
export class ChunkError extends Error {
  override name = 'ChunkError';
}

let modules: PageModules = {};
/** Set by pages/index.ts, because the runtime must not import pages. */
export function setPageModules(pageModules: PageModules): void {
  modules = pageModules;
}

/**
 * Returns the module of a page. Its file is named after the page, so both names are unique. Undefined if
 * there is none.
 */
export function findPageModule(modules: PageModules, name: string): PageModules[string] | undefined {
  const path = Object.keys(modules).find((file) => file.endsWith(`/${name}.tsx`));
  return path === undefined ? undefined : modules[path];
}

/** The page of public record links, for any entity. */
const LINK_PAGE = 'RecordByLink';

function loadCustom({ name }: Pick<PageDefinition, 'name'>): Promise<PageModule> {
  const load = findPageModule(modules, name);
  if (!load) throw new Error(`The custom page ${name} has no file pages/<area>/${name}.tsx`);
  return load() as Promise<PageModule>;
}

/** Loads code and definition in parallel. */
async function loadList({ entity = '' }: PageDefinition): Promise<PageModule> {
  const definition = import('../../kit/api/loadEntity.ts').then(({ loadEntity }) => loadEntity(entity));
  const [module] = await Promise.all([import('../../list/screen/ListPage.tsx'), definition]);
  return module;
}

/** The renderer of each kind of page. A missing kind is a type error. */
const loaders: Record<Exclude<PageDefinition['kind'], 'redirect' | 'tabs'>, Loader> = {
  list: loadList,
  detail: () => import('../../record/screen/RecordPage.tsx'),
  record: () => import('../../record/screen/OnlyRecordPage.tsx'),
  board: () => import('../../board/screen/BoardPage.tsx'),
  report: () => import('../../record/figures/report/ReportPage.tsx'),
  blocks: () => import('../blocks/BlocksPage.tsx'),
  hub: () => import('./HubPage.tsx'),
  custom: loadCustom,
  link: () => loadCustom({ name: LINK_PAGE }),
};

export async function loadInTime<T>(load: () => Promise<T>, timeoutMs = CHUNK_TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError('too late')), timeoutMs);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (cause) {
    throw cause instanceof ChunkError ? cause : new ChunkError('not loaded', { cause });
  } finally {
    clearTimeout(timer);
  }
}

const components = new Map<string, ComponentType<PageProps>>();
const files = new Map<string, () => Promise<PageModule>>();

function loadFile(page: PageDefinition, loader: Loader): Promise<PageModule> {
  const load = files.get(componentKey(page)) ?? makeFileLoader(() => loader(page));
  files.set(componentKey(page), load);
  return load();
}

async function load(page: PageDefinition, loader: Loader): Promise<PageModule> {
  // The texts of the login page are already loaded.
  const texts = page.route === LOGIN ? Promise.resolve() : loadInTime(loadAllTexts);
  texts.catch(() => undefined);
  const module = await loadInTime(() => loadFile(page, loader));
  await texts;
  return module;
}

/** Returns the key of a page's component. A page gets another component if its kind changes. */
const componentKey = ({ name, kind }: PageDefinition): string => `${kind} ${name}`;

/** Returns the component of a page. `waiting`: its placeholder during loading. */
export function pageComponent(page: PageDefinition, waiting: ReactNode): ComponentType<PageProps> {
  const loaded = components.get(componentKey(page));
  if (loaded) return loaded;
  const { kind } = page;
  if (kind === 'redirect' || kind === 'tabs')
    throw new Error(`${page.name} only leads to others and has no component`);
  const component = later(() => load(page, loaders[kind]), waiting);
  components.set(componentKey(page), component);
  return component;
}

/** Preloads a page when the pointer is over its link. */
export function preloadPage(page: PageDefinition): void {
  if (page.kind === 'redirect' || page.kind === 'tabs' || components.has(componentKey(page))) return;
  load(page, loaders[page.kind]).catch(() => {
    // A failure is ignored. Opening the page loads it again, and shows the error.
  });
}
