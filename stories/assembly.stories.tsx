import { entities } from '../generated/entities.ts';
import type { SourceLang } from '../runtime/core/text/lang.ts';
import type { ThemeName } from '../runtime/kit/theme/tokens.ts';
import AssemblyTab from '../runtime/record/assembly/AssemblyTab.tsx';
import { type ListStoryState, startListServer } from './listServer.ts';
import { frameStory } from './StoryFrame.tsx';
import { sampleRecords } from './sampleRecords.ts';

export default { title: 'Assembly of a record' };

/** Shows the parts of a product by level. */
function assemblyStory(state: Exclude<ListStoryState, 'many'>, theme: ThemeName, lang: SourceLang) {
  const { product } = entities;
  const [record] = sampleRecords(product, 1);
  const frame = frameStory(state, theme, lang, () => <AssemblyTab entity={product} record={record!} />);
  return { ...frame, beforeEach: () => startListServer(product, state) };
}

export const PartsDefaultZh = assemblyStory('data', 'default', 'zh');
export const PartsDarkEn = assemblyStory('data', 'dark', 'en');
export const NoPartsDefaultEn = assemblyStory('empty', 'default', 'en');
export const FailedDefaultZh = assemblyStory('failed', 'default', 'zh');
