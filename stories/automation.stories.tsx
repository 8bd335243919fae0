import { DrawingOutline } from '../pages/automation/parts/DrawingOutline.tsx';
import '../pages/flow/flow.css';
import type { Drawing } from '../runtime/core/automation/drawing.ts';
import type { SourceLang } from '../runtime/core/text/lang.ts';
import type { ThemeName } from '../runtime/kit/theme/tokens.ts';
import { frameStory } from './StoryFrame.tsx';

export default { title: 'Flow/automations' };

/** A trigger with states, a condition, and one effect for each kind with its own wording. */
const drawing: Drawing = {
  ...{ entity: 'quote', trigger: { on: 'moved', to: ['replied'] }, if: "result = 'accepted'" },
  do: [
    { do: 'create', entity: 'technicalSupport', values: { title: 'name' } },
    { do: 'assign', field: 'terms', value: "'30'" },
    { do: 'move', of: 'id', transitions: ['cancel'] },
    { do: 'notify', to: { owner: true }, text: { zh: '报价已接受', en: 'The quote was accepted' } },
    { do: 'webhook', channel: 'ERP', fields: ['name'] },
  ],
};

const timed: Drawing = {
  entity: null,
  trigger: { on: 'time', rule: 'FREQ=WEEKLY;BYDAY=MO', from: '2026-01-05', at: '08:00' },
  do: [],
};

const problems = [{ pointer: '/do/1/value', text: { zh: '字段不可用', en: 'The field is not available' } }];

const outline = (of: Drawing, theme: ThemeName, lang: SourceLang) =>
  frameStory('data', theme, lang, () => <DrawingOutline drawing={of} problems={problems} open={1} />);

export const OutlineZh = outline(drawing, 'default', 'zh');
export const OutlineDarkEn = outline(drawing, 'dark', 'en');
export const TimedEn = outline(timed, 'default', 'en');
