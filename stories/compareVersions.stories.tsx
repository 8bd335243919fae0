import { entities } from '../generated/entities.ts';
import type { Entity } from '../runtime/core/definitions/entities.ts';
import type { SourceLang } from '../runtime/core/text/lang.ts';
import type { ThemeName } from '../runtime/kit/theme/tokens.ts';
import CompareDialog from '../runtime/record/versions/CompareDialog.tsx';
import { startListServer } from './listServer.ts';
import { awaitPart, StoryDialog } from './StoryDialog.tsx';
import { frameStory } from './StoryFrame.tsx';
import { sampleRecords } from './sampleRecords.ts';

export default { title: 'Versions side by side' };

const template = entities.inspectionTemplate as Entity;
const ITEMS = [
  { id: 1, name: 'Temperature', kind: 'number', unit: '℃', lower: 15, upper: 30 },
  { id: 2, name: 'Cables', kind: 'check', standard: 'tight' },
  { id: 3, name: 'Smell', kind: 'check' },
];
/** The newest version has one changed, one removed and one added line. */
const NEWER = [{ ...ITEMS[0]!, upper: 35 }, ITEMS[1]!, { id: 4, name: 'Noise', kind: 'check' }];
const STATES = ['draft', 'released', 'replaced'];

const VERSIONS = sampleRecords(template, STATES.length).map((record, at) => ({
  ...record,
  ...{ name: 'Battery round', deviceType: 'battery', familyId: 1, edition: STATES.length - at },
  ...{ state: STATES[at], minutes: at === 0 ? 40 : 30, items: at === 0 ? NEWER : ITEMS },
}));

/** Serves these versions of a template. Returns the function that restores everything. */
function serveVersions(state: 'data' | 'failed', versions: typeof VERSIONS): () => void {
  const stop = startListServer(template, state);
  const fake = globalThis.fetch;
  const success = (data: unknown): Response =>
    new Response(JSON.stringify({ code: 0, msg: 'ok', data }), {
      headers: { 'content-type': 'application/json' },
    });
  if (state === 'data')
    globalThis.fetch = async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href);
      const [, id] = /^\/manager\/inspectionTemplate\/(\d+)$/.exec(pathname) ?? [];
      if (id) return success(versions.find((one) => one.id === Number(id)));
      if (pathname.startsWith('/manager/inspectionTemplate/'))
        return success({ records: versions, total: versions.length, current: 1, size: 100 });
      return fake(input, init);
    };
  return stop;
}

interface Compared {
  versions: typeof VERSIONS;
  /** The version whose page opened the dialog. */
  opened: number;
  /** The element that the story shows in the end. */
  shown: string;
  state?: 'data' | 'failed';
}

/** Compares the versions of an inspection template. */
function compareStory(
  { versions, opened, shown, state = 'data' }: Compared,
  theme: ThemeName,
  lang: SourceLang,
) {
  const frame = frameStory(state, theme, lang, () => (
    <StoryDialog>
      <CompareDialog entity={template} record={versions[opened]!} onClose={() => undefined} />
    </StoryDialog>
  ));
  return {
    ...frame,
    beforeEach: () => serveVersions(state, versions),
    play: ({ canvasElement }: { canvasElement: HTMLElement }) => awaitPart(canvasElement, shown),
  };
}

const CHANGED: Compared = { versions: VERSIONS, opened: 0, shown: '.wd-compare td[data-changed]' };

export const ChangedDefaultZh = compareStory(CHANGED, 'default', 'zh');
export const ChangedDarkEn = compareStory(CHANGED, 'dark', 'en');
export const SameDefaultEn = compareStory(
  { ...CHANGED, opened: 1, shown: '.wd-compare td' },
  'default',
  'en',
);
export const FailedDefaultZh = compareStory(
  { ...CHANGED, shown: '[role="alert"]', state: 'failed' },
  'default',
  'zh',
);
