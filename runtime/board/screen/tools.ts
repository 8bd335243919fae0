/** The builder's tools: fetched when somebody begins to edit, so that looking at a board stays light. */
import { later } from '../../kit/overlay/later.tsx';

export const CATALOGUE_WIDTH = 360;
/** The id under which the board's scheduler knows the widget that is being configured. */
export const PREVIEW_ID = 'preview';

const loadCatalogue = () => import('../catalogue/Catalogue.tsx');
const loadConfigDialog = () => import('../config/ConfigDialog.tsx');
const loadQuestion = () => import('../../kit/overlay/QuestionDialog.tsx');
const loadEmptyBoard = () => import('../preset/EmptyBoard.tsx');

const loadBuilder = () => import('../build/Builder.tsx');
const loadTabTools = () => import('../build/TabTools.tsx');

export const Builder = later(async () => ({ default: (await loadBuilder()).Builder }));
export const TabTools = later(async () => ({ default: (await loadTabTools()).TabTools }));
export const Catalogue = later(async () => ({ default: (await loadCatalogue()).Catalogue }));
export const ConfigDialog = later(async () => ({ default: (await loadConfigDialog()).ConfigDialog }));
export const QuestionDialog = later(async () => ({ default: (await loadQuestion()).QuestionDialog }));
export const EmptyBoard = later(async () => ({ default: (await loadEmptyBoard()).EmptyBoard }));

export function preloadTools(): void {
  for (const load of [loadCatalogue, loadConfigDialog, loadQuestion]) {
    // What does not arrive now is asked for again when it is opened.
    load().catch(() => {});
  }
}
