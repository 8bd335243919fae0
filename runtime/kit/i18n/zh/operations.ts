/** Chinese texts of operation widgets: remote control, map, work orders, signals, weather, cameras. */
export const zhOperations = {
  'widget.workOrderStatistics.none': '该时间范围内没有工单',
  'widget.workOrderStatistics.noneHint': '请选择其他时间范围，或新建工单',
} as const;
