import { entities } from '../generated/entities.ts';
import { pages } from '../generated/pages.ts';
import type { Lang } from '../runtime/core/text/lang.ts';
import type { ThemeName } from '../runtime/kit/theme/tokens.ts';
import BlocksPage from '../runtime/shell/blocks/BlocksPage.tsx';
import { startListServer } from './listServer.ts';
import { frameStory } from './StoryFrame.tsx';

export default { title: 'Pages of blocks' };

/** Shows the page for dispatchers of work orders: lists, a form, figures and a text. */
function blocksStory(theme: ThemeName, lang: Lang) {
  const page = pages.find(({ name }) => name === 'WorksheetToday');
  const frame = frameStory('data', theme, lang, () => page && <BlocksPage page={page} />);
  return { ...frame, beforeEach: () => startListServer(entities.siteWorksheet, 'data') };
}

export const DispatchDefaultZh = blocksStory('default', 'zh');
export const DispatchDarkEn = blocksStory('dark', 'en');
