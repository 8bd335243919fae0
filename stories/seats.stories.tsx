import { entities } from '../generated/entities.ts';
import type { Entity } from '../runtime/core/definitions/entities.ts';
import type { SourceLang } from '../runtime/core/text/lang.ts';
import type { ThemeName } from '../runtime/kit/theme/tokens.ts';
import Seats from '../runtime/list/displays/time/Seats.tsx';
import { type ListStoryState, startListServer } from './listServer.ts';
import { frameStory } from './StoryFrame.tsx';

export default { title: 'Day by person' };

const nothing = () => undefined;

/** Shows the work orders of a day, with inspections, visits and leave beside them. */
function seatsStory(state: Exclude<ListStoryState, 'many'>, theme: ThemeName, lang: SourceLang) {
  const entity = entities.siteWorksheet as Entity;
  const display = entity.list.displays?.find(({ as }) => as === 'timeline');
  const frame = frameStory(
    state,
    theme,
    lang,
    () =>
      display && (
        <Seats
          {...{ entity, display, query: {}, columns: entity.list.columns, open: null, zoomer: null }}
          {...{ records: [], names: new Map(), loading: false, size: 10, selection: null, more: false }}
          {...{ onMore: nothing, onOpen: nothing, onEdit: nothing, onDelete: nothing, onMove: nothing }}
        />
      ),
  );
  return { ...frame, beforeEach: () => startListServer(entity, state) };
}

export const WorkDefaultZh = seatsStory('data', 'default', 'zh');
export const WorkDarkEn = seatsStory('data', 'dark', 'en');
export const FreeDefaultEn = seatsStory('empty', 'default', 'en');
export const FailedDefaultZh = seatsStory('failed', 'default', 'zh');
