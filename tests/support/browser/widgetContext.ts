import type { WidgetContext } from '../../../runtime/board/widget/widget.ts';

/** Returns a live board of a station in China at noon, with the given differences. */
export const contextOf = (
  other: Partial<Omit<WidgetContext, 'now'>> & { now?: string } = {},
): WidgetContext => ({
  stationSn: 'S1',
  zone: 'Asia/Shanghai',
  editing: false,
  historical: null,
  range: null,
  lang: 'zh',
  ...other,
  now: Date.parse(other.now ?? '2026-11-21T04:00:00Z'),
});
