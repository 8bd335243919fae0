import type { FlowNode } from '../generated/definition.ts';
import { FlowOutline } from '../pages/flow/parts/FlowOutline.tsx';
import { TrialAnswer } from '../pages/flow/parts/TrialDialog.tsx';
import '../pages/flow/flow.css';
import { entityOf } from '../runtime/core/definitions/entities.ts';
import type { SourceLang } from '../runtime/core/text/lang.ts';
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
  ...{ no, kind: 'approve', name: `step${no}`, mode: 'any', state: 'waiting', late: 'remind', assignees: [] },
  atLeast: null,
  ...{ title: { zh: `第 ${no} 步`, en: `Step ${no}` }, startedAt: null, dueAt: null, endedAt: null },
  ...part,
});
const assignee = (person = ann, decision: Step['assignees'][number]['decision'] = null) => ({
  ...{ id: person!.id, name: person!.name, decision, decidedAt: decision && AT, behalf: null },
});
const did = (id: number, action: Action['action'], part: Partial<Action> = {}): Action => ({
  ...{ id, at: AT, action, no: 1, user: ann!, to: null, from: null },
  ...{ behalf: null, toNo: null, comment: null },
  ...part,
});

/**
 * A submitted request that was reassigned twice and is late in its second step. One of the two further steps is
 * skipped.
 */
const pending: ApprovalRequest = {
  ...{ id: 1, entity: 'leave', recordId: 1, recordLabel: '年假两天', round: 1, state: 'pending', version: 4 },
  ...{ flow: 2, asks: [], returnTo: [1] },
  ...{ initiator: ann!, submittedAt: AT, endedAt: null, copies: [cem!] },
  steps: [
    step(1, { state: 'agreed', assignees: [assignee(bob, 'agreed')] }),
    step(2, {
      state: 'active',
      mode: 'some',
      atLeast: 2,
      startedAt: AT,
      dueAt: AT,
      assignees: [assignee(bob), assignee(cem)],
    }),
    step(3, { state: 'skipped' }),
    step(4, { assignees: [assignee(bob)] }),
  ],
  actions: [
    did(1, 'submit', { no: null }),
    did(2, 'reassign', { user: cem!, from: ann!, to: bob!, comment: '请假期间由周敏审批' }),
    did(3, 'agree', { user: bob!, comment: '同意' }),
    did(4, 'absent', { user: null, no: 2, from: ann!, to: cem! }),
    did(5, 'remind', { user: null, no: 2 }),
  ],
  may: ['agree', 'reject', 'delegate', 'add', 'return', 'reassign', 'comment'],
};

const rejected: ApprovalRequest = {
  ...pending,
  ...{ state: 'rejected', endedAt: AT, may: ['comment'], copies: [] },
  steps: [step(1, { state: 'rejected', assignees: [assignee(bob, 'rejected')] })],
  actions: [did(1, 'submit'), did(2, 'reject', { user: bob!, comment: '日期有误' })],
};

const approval = (request: ApprovalRequest, theme: ThemeName, lang: SourceLang) =>
  frameStory('data', theme, lang, () => (
    <>
      <ApprovalTimeline request={request} />
      <DecisionBar request={request} />
    </>
  ));

/** Shows a task with these permitted transitions. Each forbidden transition shows the reason. */
const moves = (Actions: string[], theme: ThemeName, lang: SourceLang) =>
  frameStory('data', theme, lang, () => (
    <TransitionBar
      entity={entityOf('alarmTask')}
      record={{ id: 1, version: 1, status: 1, _actions: Actions }}
    />
  ));

/** Shows a work order with an action to urge its handler, beside the transitions of its states. */
const actions = (theme: ThemeName, lang: SourceLang) =>
  frameStory('data', theme, lang, () => (
    <TransitionBar
      entity={entityOf('siteWorksheet')}
      record={{ id: 1, version: 1, status: 'pending', handlerId: 1, _actions: ['start', 'revoke', 'urge'] }}
    />
  ));

const above = { properties: { days: { exclusiveMinimum: 3 } }, required: ['days'] };
const text = (zh: string, en: string) => ({ zh, en });

/** A flow with an approval and a branch. The branch's path for long leave has a step without approvers. */
const flow: FlowNode[] = [
  {
    ...{ do: 'approve', name: 'head', title: text('部门负责人', 'Head of the department') },
    ...{ by: { manager: true, level: 2, upTo: true }, mode: 'sequence', hours: 24, late: 'pass' },
  },
  {
    ...{ do: 'branch', name: 'way', title: text('请假天数', 'Length') },
    paths: [
      {
        ...{ title: text('3 天以上', 'Over 3 days'), when: above },
        steps: [{ do: 'approve', name: 'new', title: text('审批', 'Approval'), by: {}, mode: 'any' }],
      },
      { title: text('其他情况', 'Otherwise'), steps: [] },
    ],
  },
];
const problems = [
  {
    ...{ pointer: '/1/paths/0/steps/0/by', node: 'new', level: 'error' as const },
    text: text('“审批”：请选择审批人', 'Approval: choose the approvers'),
  },
];
const outline = (theme: ThemeName, lang: SourceLang) =>
  frameStory('data', theme, lang, () => (
    <FlowOutline entity={entityOf('leave')} flow={flow} problems={problems} open="way" />
  ));

const trial = (theme: ThemeName, lang: SourceLang) =>
  frameStory('data', theme, lang, () => (
    <TrialAnswer
      trial={{
        agreedAtOnce: false,
        steps: [
          {
            ...{
              node: 'head',
              kind: 'approve',
              title: flow[0]!.title,
              depth: 0,
              mode: 'some',
              atLeast: 2,
              path: null,
            },
            ...{ skipped: null, instead: false, stuck: false, chosen: false },
            people: [
              { ...bob!, substitute: null },
              { ...cem!, substitute: ann! },
            ],
          },
          {
            ...{ node: 'way', kind: 'branch', title: flow[1]!.title, depth: 0, mode: null, people: [] },
            ...{
              atLeast: null,
              path: text('3 天以上', 'Over 3 days'),
              skipped: null,
              instead: false,
              stuck: false,
              chosen: false,
            },
          },
          {
            ...{ node: 'new', kind: 'approve', title: text('审批', 'Approval'), depth: 1, mode: 'any' },
            ...{
              atLeast: null,
              path: null,
              people: [],
              skipped: null,
              instead: false,
              stuck: true,
              chosen: false,
            },
          },
        ],
      }}
    />
  ));

export const OutlineZh = outline('default', 'zh');
export const OutlineDarkEn = outline('dark', 'en');
export const TrialZh = trial('default', 'zh');
export const TrialDarkEn = trial('dark', 'en');
export const TimelinePendingZh = approval(pending, 'default', 'zh');
export const TimelinePendingDarkEn = approval(pending, 'dark', 'en');
export const TimelineRejectedEn = approval(rejected, 'default', 'en');
export const MovesPossibleZh = moves(['close'], 'default', 'zh');
export const MovesHinderedDarkEn = moves([], 'dark', 'en');
export const ActionsZh = actions('default', 'zh');
export const ActionsDarkEn = actions('dark', 'en');
