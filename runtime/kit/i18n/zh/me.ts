/**
 * Chinese texts of the user's own account: second factor, sessions, API keys, and the related login texts.
 */
export const zhMe = {
  'me.copy': '复制',
  'me.factor': '两步验证',
  'me.factorOn': '已开启，还有 {count} 个恢复码可用',
  'me.factorOff': '未开启',
  'me.sessionUnknown': '未知设备',
  'me.sessionCurrent': '当前',
  'me.sessionSeen': '最近活动',
  'me.keys': 'API 密钥',
  'me.keyUntil': '有效至 {date}',
  'me.keyUsed': '最近使用',
  'me.keyUnused': '从未使用',
  'me.keyRevoke': '吊销',
  'me.keyRevokeTitle': '吊销“{name}”？',
  'me.keyRevokeText': '使用该密钥的程序将立即失去访问权限，此操作不能撤销。',
} as const;
