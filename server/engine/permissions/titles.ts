/** The titles of permissions. A test fails if a permission has no title. */
import type { Text } from '../../../generated/definition.ts';

const text = (zh: string, en: string): Text => ({ zh, en });

/** Titles of actions, which follow the colon. */
export const ACTIONS: Readonly<Record<string, Text>> = {
  list: text('列表', 'List'),
  get: text('查看', 'View'),
  create: text('新建', 'Create'),
  update: text('编辑', 'Edit'),
  delete: text('删除', 'Delete'),
  import: text('导入', 'Import'),
  export: text('导出', 'Export'),
  confirm: text('确认', 'Confirm'),
  dispatch: text('派单', 'Dispatch'),
  clear: text('全部清除', 'Clear all'),
  write: text('批量上报', 'Send values'),
  control: text('远程控制', 'Control'),
  share: text('共享', 'Share'),
  publish: text('公开链接', 'Open by a link'),
  participation: text('仅本人参与的', 'Only where the user takes part'),
  handover: text('移交', 'Hand over'),
  handOn: text('离职交接', 'Offboarding handover'),
  reassign: text('改派审批人', 'Reassign'),
  design: text('设计审批流程', 'Design approval flows'),
  resetPassword: text('重置密码', 'Reset password'),
  cost: text('查看成本与毛利', 'See costs and margins'),
  rate: text('查看小时费率', 'See hourly rates'),
  idCard: text('查看身份证号', 'See identity card numbers'),
};

/** Titles of the part before the colon, if it is not an entity. */
export const GROUPS: Readonly<Record<string, Text>> = {
  kanban: text('站点看板', 'Site boards'),
  telemetry: text('遥测数据', 'Telemetry'),
  userPermission: text('单个用户授权', 'Individual permissions'),
  approval: text('审批', 'Approvals'),
  view: text('列表视图', 'List views'),
  audit: text('操作日志', 'Audit log'),
  recycleBin: text('回收站', 'Recycle bin'),
  storage: text('存储', 'Storage'),
  studio: text('界面设计器', 'Schema studio'),
};
