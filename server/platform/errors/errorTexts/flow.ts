import type { ErrorTexts } from './entry.ts';

export const flowErrors = {
  // states, approvals, notices
  'state.owned': {
    status: 400,
    code: 40004,
    zh: '该状态不能直接填写，请使用对应的操作',
    en: 'This state is not written directly: use the action that leads to it',
  },
  'state.unknown': { status: 400, code: 40005, zh: '没有这个操作', en: 'There is no such action' },
  'state.from': {
    status: 409,
    code: 40901,
    zh: '只有处于“{states}”时才能进行此操作',
    en: 'This is possible from {states} only',
  },
  'state.guard': {
    status: 409,
    code: 40902,
    zh: '无法进行此操作：{reason}',
    en: 'This is not possible: {reason}',
  },
  'state.locked': {
    status: 409,
    code: 40989,
    zh: '记录处于当前状态时不能更改或删除',
    en: 'In its present state this cannot be changed or deleted',
  },
  'state.effectFailed': {
    status: 409,
    code: 40987,
    zh: '{what}失败：{reason}',
    en: '{what} failed: {reason}',
  },
  'event.tooDeep': {
    status: 409,
    code: 40999,
    zh: '“{entity}”的后续动作过多，未保存',
    en: 'What {entity} leads to goes on for too long: nothing was saved',
  },
  'schedule.value': {
    status: 409,
    code: 40984,
    zh: '无法算出{name}：{reason}',
    en: '{name} cannot be worked out: {reason}',
  },
  'state.forbidden': {
    status: 403,
    code: 40302,
    zh: '您没有权限进行“{title}”',
    en: 'You are not allowed to do this: {title}',
  },
  'approval.pending': {
    status: 409,
    code: 40903,
    zh: '记录正在审批中，不能更改或删除',
    en: 'This is waiting for approval and cannot be changed or deleted',
  },
  'approval.agreed': {
    status: 409,
    code: 40904,
    zh: '记录已审批通过，不能更改或删除',
    en: 'This was agreed and cannot be changed or deleted',
  },
  'approval.notDraft': {
    status: 409,
    code: 40905,
    zh: '只有草稿或被拒绝的记录才能提交审批',
    en: 'Only a draft or a rejected record can be submitted',
  },
  'approval.nobody': {
    status: 409,
    code: 40906,
    zh: '找不到“{step}”的审批人，请联系管理员',
    en: 'Nobody is found who could decide “{step}”; please ask an administrator',
  },
  'approval.over': {
    status: 409,
    code: 40907,
    zh: '该审批已经结束',
    en: 'This approval is over already',
  },
  'approval.notYours': {
    status: 403,
    code: 40303,
    zh: '当前步骤不由您审批',
    en: 'The current step is not yours to decide',
  },
  'approval.notInitiator': {
    status: 403,
    code: 40304,
    zh: '只有发起人可以撤回',
    en: 'Only who submitted it can take it back',
  },
  'approval.noWithdraw': {
    status: 409,
    code: 40908,
    zh: '此类审批不能撤回',
    en: 'This kind of approval cannot be taken back',
  },
  'approval.commentNeeded': {
    status: 400,
    code: 40006,
    zh: '请填写拒绝的理由',
    en: 'Please say why you reject it',
  },
  'approval.delegateTo': {
    status: 400,
    code: 40007,
    zh: '不能转交给此人',
    en: 'It cannot be handed to this person',
  },
  'approval.notAsked': {
    status: 409,
    code: 40952,
    zh: '当前步骤没有在等待此人',
    en: 'The current step is not waiting for this person',
  },
  'leave.compensatory': {
    status: 400,
    code: 40009,
    zh: '调休仅限生产中心',
    en: 'Compensatory leave is for the production center only',
  },
  'approval.stale': {
    status: 409,
    code: 40909,
    zh: '审批在此期间已有变化，请查看后再决定',
    en: 'The approval has moved on in the meantime: please look again',
  },
} as const satisfies ErrorTexts;
