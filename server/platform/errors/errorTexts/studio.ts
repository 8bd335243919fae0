import type { ErrorTexts } from './entry.ts';

export const studioErrors = {
  // schema studio
  'studio.notAdmin': {
    status: 403,
    code: 40315,
    zh: '定义对所有租户生效，只有平台管理员可以应用或撤销',
    en: 'Definitions apply to all tenants. Only platform administrators can apply or undo them.',
  },
  'studio.invalid': {
    status: 400,
    code: 40069,
    zh: '定义有误，请先修正',
    en: 'The definition has problems. Correct them first.',
  },
  'studio.stale': {
    status: 409,
    code: 40929,
    zh: '他人已应用了新版本，请重新载入后再试',
    en: 'Another user applied a newer version. Reload and try again.',
  },
  'studio.unchanged': { status: 409, code: 40933, zh: '没有改动', en: 'Nothing was changed' },
  'studio.refused': {
    status: 409,
    code: 40934,
    zh: '此改动会丢失数据，需要编写迁移：{reason}',
    en: 'This change would lose data and needs a migration: {reason}',
  },
  'studio.breaches': {
    status: 409,
    code: 40935,
    zh: '现有记录不符合新的规则',
    en: 'Existing records violate the new rules',
  },
  'studio.choiceTaken': {
    status: 409,
    code: 40955,
    zh: '{count} 条记录仍使用已移除的选项，请选择它们改为哪一项',
    en: '{count} records have a removed choice. Choose its replacement.',
  },
  'studio.moveUnknown': {
    status: 409,
    code: 40954,
    zh: '“{field}”的改动方式无效：请重新检查后再试',
    en: 'The replacement for "{field}" is not valid. Check the definition again.',
  },
  'studio.busy': {
    status: 409,
    code: 40936,
    zh: '数据表被占用，请稍后再试',
    en: 'The table is locked. Try again shortly.',
  },
  'studio.tableFailed': {
    status: 409,
    code: 40937,
    zh: '数据库拒绝了对“{what}”的改动（{code}），未做任何更改',
    en: 'The database rejected the change of "{what}" ({code}). Nothing was changed.',
  },
  'studio.notNewest': {
    status: 409,
    code: 40938,
    zh: '只能撤销最新的版本',
    en: 'Only the newest version can be undone',
  },
  'studio.inUse': {
    status: 409,
    code: 40939,
    zh: '其他定义仍在使用它，不能撤销',
    en: 'Other definitions still use this version. It cannot be undone.',
  },
} as const satisfies ErrorTexts;
