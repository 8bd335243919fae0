import type { zhOperations } from '../zh/operations.ts';

/** English texts of operation widgets: remote control, map, work orders, signals, weather, cameras. */
export const enOperations: Record<keyof typeof zhOperations, string> = {
  'widget.workOrderStatistics.none': 'No work orders in this time range',
  'widget.workOrderStatistics.noneHint': 'Choose another range, or create a work order',
};
