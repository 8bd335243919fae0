/**
 * These texts are those of the frame, in Chinese: errors of calls, login, shell, pages for what can't be shown, the
 * own account.
 */
export const zhShell = {
  // shell
  'page.siteLacks': '该站点未开通此功能',
  'page.siteLacksText': '“{title}”未对所选站点开通。请选择其他站点，或联系管理员开通。',
  'shell.skip': '跳到主要内容',
  'shell.menu': '主菜单',
  'shell.menuShort': '菜单',
  'shell.closeMenu': '关闭菜单',
  'shell.collapse': '收起侧栏',
  'shell.expand': '展开侧栏',
  'shell.breadcrumb': '当前位置',
  'shell.bottomBar': '底部导航',
  'shell.account': '账户：{name}',
  'shell.logout': '退出登录',
  'shell.tenant': '租户',
  'shell.tenantSwitched': '已切换到 {name}',
  'shell.site': '当前站点',
  'shell.siteAll': '全部站点',
  'shell.siteNone': '没有站点',
  'shell.siteFailed': '站点加载失败',
  'shell.simulated': '模拟',
  'shell.pin': '置顶{name}',
  'shell.unpin': '取消置顶{name}',
  'shell.pinned': '置顶',
  'shell.lately': '最近打开',
  'shell.menuFailed': '菜单加载失败',
  'shell.offline': '网络已断开。画面保持最后一次的数据，恢复后自动更新。',
  'shell.newVersion': '有新版本可用。',
  'shell.newVersionKeeps': '有新版本可用，待发送的内容仍保留在本设备。',
  'shell.takeVersion': '刷新',
  'shell.reconnecting': '实时连接已中断，正在重新连接…',
} as const;
