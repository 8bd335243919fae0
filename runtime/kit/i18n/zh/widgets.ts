/** Texts of widgets, in Chinese. */
export const zhWidgets = {
  'widget.unset.variables': '请配置变量',
  'widget.unset.settings': '请配置',
  'widget.noData': '该时段没有数据',
  'widget.noPermission': '您没有查看这些数据的权限',
  'widget.openPage': '打开“{title}”',
  'widget.compare.DAY': '较昨日同期',
  'widget.compare.MONTH': '较上月同期',
  'widget.compare.YEAR': '较去年同期',
  'widget.last.DAY': '昨日同期',
  'widget.last.MONTH': '上月同期',
  'widget.last.YEAR': '去年同期',
  'widget.station.normal': '正常',
  'widget.station.abnormal': '异常',
  'widget.station.online': '{online} / {total} 台设备在线',
  'widget.station.noDevices': '还没有设备',
};
