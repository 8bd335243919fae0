import type { ErrorTexts } from './entry.ts';

export const sharingErrors = {
  // handover and sharing of records
  'handover.receiver': {
    status: 409,
    code: 40990,
    zh: '接收人不在岗，请选择其他人',
    en: 'This user is not active. Choose another user.',
  },
  'handover.forbidden': {
    status: 403,
    code: 40390,
    zh: '您无权移交该记录',
    en: 'You have no permission to hand over this record',
  },
  'handover.unknown': { status: 404, code: 40490, zh: '记录不存在', en: 'Record not found' },
  'handover.held': {
    status: 409,
    code: 40991,
    zh: '审批中的记录不能移交',
    en: 'A record in approval cannot be handed over',
  },
  'handover.kind': {
    status: 409,
    code: 409102,
    zh: '部分记录您无权移交，所有记录均未移交',
    en: 'You have no permission to hand over some of these records. None were handed over.',
  },
  'handover.already': {
    status: 409,
    code: 40992,
    zh: '接收人已是该记录的负责人',
    en: 'The recipient already owns this record',
  },
  'share.nobody': {
    status: 400,
    code: 40059,
    zh: '请选择共享对象',
    en: 'Choose users or departments to share with',
  },
  'share.forbidden': {
    status: 403,
    code: 40391,
    zh: '您无权以此方式共享该记录',
    en: 'You have no permission to share this record in this way',
  },
  'share.unknown': {
    status: 409,
    code: 40993,
    zh: '所选人员或部门不存在或已停用',
    en: 'A selected user or department does not exist or is disabled',
  },
  'share.past': {
    status: 400,
    code: 40073,
    zh: '有效期不能早于今天',
    en: 'The last day cannot be before today',
  },
  // companies in external registers
  'register.unknown': {
    status: 404,
    code: 40495,
    zh: '登记库中没有该企业',
    en: 'The company was not found in the register',
  },
  'register.silent': {
    status: 503,
    code: 50310,
    zh: '企业登记库无响应，请手动填写',
    en: 'The register does not respond. Enter the data manually.',
  },
} as const satisfies ErrorTexts;
