/** Texts of the audit log for actions, subjects and notes, on screen and in files. */
import type { EntityDefinition, Field, Text } from '../../../generated/definition.ts';
import { listMoves } from '../rules/states.ts';

const text = (zh: string, en: string): Text => ({ zh, en });

/** Titles of actions. Transitions have the titles in their definitions. */
export const AUDIT_ACTIONS: Readonly<Record<string, Text>> = {
  create: text('新建', 'Created'),
  update: text('编辑', 'Edited'),
  delete: text('删除', 'Deleted'),
  restore: text('恢复', 'Restored'),
  purge: text('彻底删除', 'Permanently deleted'),
  revert: text('还原', 'Reverted'),
  import: text('导入', 'Imported'),
  bulkUpdate: text('批量编辑', 'Bulk edit'),
  bulkDelete: text('批量删除', 'Bulk delete'),
  attach: text('添加附件', 'Attached a file'),
  detach: text('删除附件', 'Removed a file'),
  fileBlocked: text('拦截文件', 'Blocked a file'),
  comment: text('评论', 'Commented'),
  commentEdit: text('编辑评论', 'Edited a comment'),
  commentRemove: text('删除评论', 'Removed a comment'),
  save: text('保存看板', 'Saved a board'),
  handover: text('移交', 'Handed over'),
  shareRecord: text('共享记录', 'Shared a record'),
  publish: text('生成公开链接', 'Created a link'),
  unpublish: text('撤销公开链接', 'Revoked a link'),
  unshareRecord: text('取消共享', 'Ended a share'),
  share: text('通过链接共享看板', 'Shared a board by link'),
  unshare: text('撤销看板链接', 'Revoked a link to a board'),
  login: text('登录', 'Signed in'),
  loginFailed: text('登录失败', 'Sign-in failed'),
  logout: text('退出登录', 'Signed out'),
  passwordChanged: text('修改密码', 'Changed password'),
  passwordReset: text('重置密码', 'Reset password'),
  profileChanged: text('修改资料', 'Changed profile'),
  tenantSwitched: text('切换租户', 'Switched tenant'),
  permissionsChanged: text('更改授权', 'Changed permissions'),
  totpOn: text('开启两步验证', 'Second factor on'),
  totpOff: text('关闭两步验证', 'Second factor off'),
  sessionsEnded: text('退出其他登录', 'Ended sessions'),
  apiKeyCreated: text('创建 API 密钥', 'Created an API key'),
  apiKeyRevoked: text('吊销 API 密钥', 'Revoked an API key'),
  calendarFeedMade: text('创建日历订阅链接', 'Created a calendar link'),
  calendarFeedEnded: text('删除日历订阅', 'Removed a calendar link'),
  oidcLinked: text('关联统一身份', 'Linked with identity provider'),
  apply: text('应用定义', 'Applied a definition'),
  undo: text('撤销定义的更改', 'Undid a definition'),
  'approval:submit': text('提交审批', 'Submitted for approval'),
  'approval:agree': text('审批通过', 'Approved a request'),
  'approval:fill': text('审批时填写', 'Filled in during approval'),
  'approval:reject': text('审批拒绝', 'Rejected a request'),
  'approval:rollback': text('撤回审批', 'Withdrew a request'),
  'approval:cancel': text('取消申请', 'Canceled a request'),
  'approval:late': text('审批超时处理', 'Decided by the time limit'),
  'approval:return': text('退回申请', 'Returned a request'),
  publishFlow: text('发布审批流程', 'Published an approval flow'),
};

const MOVED = text('状态变更', 'Changed state');
const TRANSITION = 'transition:';

type Moving = Pick<EntityDefinition, 'states' | 'actions'>;

/** Returns the transitions of an entity in the form that the log stores. */
export const auditMoves = (entity: Moving | undefined): { action: string; title: Text }[] =>
  (entity ? listMoves(entity) : []).map(({ name, title }) => ({ action: TRANSITION + name, title }));

/** Returns the title of an action, or its name if the definition was removed. */
export function auditActionTitle(action: string, entity: Moving | undefined): Text {
  const title = AUDIT_ACTIONS[action];
  if (title) return title;
  if (!action.startsWith(TRANSITION)) return text(action, action);
  return auditMoves(entity).find((move) => move.action === action)?.title ?? MOVED;
}

/** Subjects of log lines other than entities. */
export const AUDIT_SUBJECTS: Readonly<Record<string, Text>> = {
  userAccount: text('账号', 'Account'),
  siteKanban: text('站点看板', 'Board of the site'),
  listView: text('列表视图', 'List view'),
  recycleBin: text('回收站', 'Recycle bin'),
  file: text('文件', 'File'),
  storage: text('存储', 'Storage'),
  studio: text('界面设计器', 'Schema studio'),
  approvalFlow: text('审批流程', 'Approval flow'),
};

const option = (value: string, zh: string, en: string) => ({ value, title: text(zh, en) });
const permissions = (title: Text): Field => ({
  type: 'array',
  title,
  items: { type: 'string' },
  'x-control': 'permissions',
});

/** Notes of the audit log that are not fields of an entity. */
const AUDIT_NOTES: Readonly<Record<string, Field>> = {
  ip: { type: 'string', title: text('IP 地址', 'IP address') },
  from: { type: 'integer', title: text('原租户', 'Previous tenant') },
  lang: {
    type: 'string',
    title: text('语言', 'Language'),
    'x-options': [option('zh', '中文', '中文'), option('en', 'English', 'English')],
  },
  theme: {
    type: 'string',
    title: text('主题', 'Theme'),
    'x-options': [option('default', '浅色', 'Light'), option('dark', '深色', 'Dark')],
  },
  name: { type: 'string', title: text('名称', 'Name') },
  phone: { type: 'string', title: text('手机', 'Phone') },
  email: { type: 'string', title: text('邮箱', 'Email') },
  permissions: permissions(text('单独授权', 'Individual permissions')),
  scopes: permissions(text('权限', 'Permissions')),
  scope: {
    type: 'string',
    title: text('适用范围', 'Available to'),
    'x-options': [
      option('private', '仅自己', 'Only the owner'),
      option('role', '一个角色', 'A role'),
      option('tenant', '所有人', 'Everybody'),
    ],
  },
  version: { type: 'integer', title: text('版本', 'Version') },
  note: { type: 'string', title: text('备注', 'Note') },
  until: { type: 'string', format: 'date-time', title: text('有效至', 'Valid until') },
  link: { type: 'integer', title: text('链接', 'Link') },
  change: { type: 'integer', title: text('更改编号', 'Change') },
  'note.reason': { type: 'string', title: text('原因', 'Reason') },
  'note.sharedWith': { type: 'string', title: text('共享对象', 'Shared with') },
  'note.right': {
    type: 'string',
    title: text('权限', 'Permission'),
    'x-options': [option('read', '查看', 'View'), option('write', '编辑', 'Edit')],
  },
  'note.until': { type: 'string', format: 'date-time', title: text('有效至', 'Valid until') },
  'note.attachment': { type: 'string', title: text('附件', 'Attachment') },
  retention: { type: 'integer', title: text('原始数据保留期限', 'Retention of raw data') },
};

/** Commands and attributes of devices by their names: 'control/setpoint', 'shared/uploadSeconds'. */
const OF_DEVICES: Readonly<Record<string, Text>> = {
  control: text('遥控', 'Control'),
  shared: text('属性', 'Attribute'),
  server: text('属性', 'Attribute'),
};

/** Describes a note of the log that is not a field of an entity. Undefined if it is unknown. */
export function auditNote(name: string): Field | undefined {
  const [kind = '', ...own] = name.split('/');
  const title = own.length > 0 ? OF_DEVICES[kind] : undefined;
  if (!title) return AUDIT_NOTES[name];
  const names = own.join('/');
  return { title: text(`${title.zh} ${names}`, `${title.en} ${names}`) };
}

/** Prefix of values that the form of a transition asks for, besides the fields of the record. */
const FORM = 'form.';

/**
 * Describes a note that is no field of the record: a field of the transition's form, or a fixed note.
 * Undefined if the name is unknown.
 */
export function noteField(name: string, action: string, entity: Moving | undefined): Field | undefined {
  if (!name.startsWith(FORM) || !entity) return auditNote(name);
  const move = listMoves(entity).find((one) => TRANSITION + one.name === action);
  return move?.form?.properties?.[name.slice(FORM.length)];
}
