import type { zhWidgets } from '../zh/widgets.ts';

export const enWidgets: Record<keyof typeof zhWidgets, string> = {
  'widget.unset.variables': 'Please configure variables',
  'widget.unset.settings': 'Please configure',
  'widget.noData': 'No data in this period',
  'widget.noPermission': 'You have no permission to see these data',
  'widget.openPage': 'Open “{title}”',
  'widget.compare.DAY': 'vs the day before',
  'widget.compare.MONTH': 'vs the month before',
  'widget.compare.YEAR': 'vs the year before',
  'widget.last.DAY': 'last day',
  'widget.last.MONTH': 'last month',
  'widget.last.YEAR': 'last year',
  'widget.station.normal': 'Normal',
  'widget.station.abnormal': 'Abnormal',
  'widget.station.online': '{online} of {total} devices online',
  'widget.station.noDevices': 'No devices yet',
};
