import type { PageDefinition, PageDisplay } from '../generated/definition.ts';
import { entities } from '../generated/entities.ts';
import type { SourceLang } from '../runtime/core/text/lang.ts';
import type { ThemeName } from '../runtime/kit/theme/tokens.ts';
import ListPage from '../runtime/list/screen/ListPage.tsx';
import { type ListStoryState, startListServer } from './listServer.ts';
import { frameStory } from './StoryFrame.tsx';

/** Shows the whole list of an entity, from its definition alone. */
export function listStory(
  name: keyof typeof entities,
  state: ListStoryState,
  theme: ThemeName,
  lang: SourceLang,
  display?: PageDisplay,
) {
  const entity = entities[name];
  const page: PageDefinition = {
    name: `story-${name}`,
    route: '/story',
    title: entity.title,
    kind: 'list',
    entity: name,
    display,
    flags: { participation: (entity.list.participation?.length ?? 0) > 0 },
  };
  const frame = frameStory(state === 'many' ? 'data' : state, theme, lang, () => (
    <div style={{ height: '90vh' }}>
      <ListPage page={page} />
    </div>
  ));
  return { ...frame, beforeEach: () => startListServer(entity, state) };
}
