/** The palette and the shortcuts, in Chinese. */
export const zhCommand = {
  'command.palette': '搜索和命令',
  'command.type': '搜索页面、记录或操作，支持拼音',
  'command.results': '搜索结果',
  'command.searching': '正在搜索记录…',
  'command.nothing': '没有与“{typed}”相符的内容。换个词试试，或用拼音首字母。',
  'command.group.here': '当前页面',
  'command.group.page': '页面',
  'command.group.record': '记录',
  'command.group.app': '应用',
  'command.shortcuts': '键盘快捷键',
  'command.plain': '使用单键快捷键（不按 Ctrl 的）',
} as const;
