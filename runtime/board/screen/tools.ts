/** The builder's tools. They are loaded when editing begins, so that viewing a board loads less. */
import { later } from '../../kit/overlay/later.tsx';
import { loadQuestion } from '../../kit/overlay/lazy.ts';
import { loadConfigDialog } from '../config/lazy.ts';

const loadCatalogue = () => import('../catalogue/Catalogue.tsx');
const loadEmptyBoard = () => import('../preset/EmptyBoard.tsx');

const loadBuilder = () => import('../build/Builder.tsx');
const loadTabTools = () => import('../build/TabTools.tsx');

export const Builder = later(async () => ({ default: (await loadBuilder()).Builder }));
export const TabTools = later(async () => ({ default: (await loadTabTools()).TabTools }));
export const Catalogue = later(async () => ({ default: (await loadCatalogue()).Catalogue }));
export const EmptyBoard = later(async () => ({ default: (await loadEmptyBoard()).EmptyBoard }));

export function preloadTools(): void {
  for (const load of [loadCatalogue, loadConfigDialog, loadQuestion]) {
    // A file that fails to load is requested again when its tool opens.
    load().catch(() => {});
  }
}
