import { entityOf } from '../runtime/core/definitions/entities.ts';
import type { Lang } from '../runtime/core/lang.ts';
import type { ThemeName } from '../runtime/kit/theme/tokens.ts';
import { ApprovalTimeline } from '../runtime/record/approval/ApprovalTimeline.tsx';
import type { ApprovalRequest } from '../runtime/record/approval/approvalCalls.ts';
import { DecisionBar } from '../runtime/record/approval/DecisionBar.tsx';
import { TransitionBar } from '../runtime/record/states/TransitionBar.tsx';
import { frameStory } from './StoryFrame.tsx';

export default { title: 'Flow/approval and states' };

const AT = '2026-11-20T08:00:00Z';
const [ann, bob, cem] = ['何静', '周敏', '吴芳'].map((name, at) => ({ id: at + 1, name }));

type Step = ApprovalRequest['steps'][number];
type Action = ApprovalRequest['actions'][number];

const step = (no: number, part: Partial<Step>): Step => ({
  ...{ no, name: `step${no}`, mode: 'any', state: 'waiting', late: 'remind', assignees: [] },
  ...{ title: { zh: `第 ${no} 步`, en: `Step ${no}` }, startedAt: null, dueAt: null, endedAt: null },
  ...part,
});
const asked = (person = ann, decision: Step['assignees'][number]['decision'] = null) => ({
  ...{ id: person!.id, name: person!.name, decision, decidedAt: decision && AT },
});
const did = (id: number, action: Action['action'], part: Partial<Action> = {}): Action => ({
  ...{ id, at: AT, action, no: 1, user: ann!, to: null, from: null, comment: null },
  ...part,
});

/** Submitted, handed over twice, late in its second step, with one more and one that is not needed ahead. */
const pending: ApprovalRequest = {
  ...{ id: 1, entity: 'leave', recordId: 1, recordLabel: '年假两天', round: 1, state: 'pending', version: 4 },
  ...{ initiator: ann!, submittedAt: AT, endedAt: null, copies: [cem!] },
  steps: [
    step(1, { state: 'agreed', assignees: [asked(bob, 'agreed')] }),
    step(2, { state: 'active', mode: 'all', startedAt: AT, dueAt: AT, assignees: [asked(bob), asked(cem)] }),
    step(3, { state: 'skipped' }),
    step(4, { assignees: [asked(bob)] }),
  ],
  actions: [
    did(1, 'submit', { no: null }),
    did(2, 'reassign', { user: cem!, from: ann!, to: bob!, comment: '请假期间由周敏审批' }),
    did(3, 'agree', { user: bob!, comment: '同意' }),
    did(4, 'absent', { user: null, no: 2, from: ann!, to: cem! }),
    did(5, 'remind', { user: null, no: 2 }),
  ],
  may: ['agree', 'reject', 'delegate', 'reassign', 'comment'],
};

const rejected: ApprovalRequest = {
  ...pending,
  ...{ state: 'rejected', endedAt: AT, may: ['comment'], copies: [] },
  steps: [step(1, { state: 'rejected', assignees: [asked(bob, 'rejected')] })],
  actions: [did(1, 'submit'), did(2, 'reject', { user: bob!, comment: '日期有误' })],
};

const approval = (request: ApprovalRequest, theme: ThemeName, lang: Lang) =>
  frameStory('data', theme, lang, () => (
    <>
      <ApprovalTimeline request={request} />
      <DecisionBar request={request} />
    </>
  ));

/** A task that may be closed, or one whose moves are not for the reader: each says why. */
const moves = (Actions: string[], theme: ThemeName, lang: Lang) =>
  frameStory('data', theme, lang, () => (
    <TransitionBar
      entity={entityOf('alarmTask')}
      record={{ id: 1, version: 1, status: 1, _actions: Actions }}
    />
  ));

/** A work order whose handler may be urged, beside the moves of its states. */
const actions = (theme: ThemeName, lang: Lang) =>
  frameStory('data', theme, lang, () => (
    <TransitionBar
      entity={entityOf('siteWorksheet')}
      record={{ id: 1, version: 1, status: 'pending', handlerId: 1, _actions: ['start', 'complete', 'urge'] }}
    />
  ));

export const TimelinePendingZh = approval(pending, 'default', 'zh');
export const TimelinePendingDarkEn = approval(pending, 'dark', 'en');
export const TimelineRejectedEn = approval(rejected, 'default', 'en');
export const MovesPossibleZh = moves(['close'], 'default', 'zh');
export const MovesHinderedDarkEn = moves([], 'dark', 'en');
export const ActionsZh = actions('default', 'zh');
export const ActionsDarkEn = actions('dark', 'en');
