import { FONT_FAMILY, RADIUS, type Tokens, TYPE } from './tokens.ts';

/** Returns the theme object for `echarts.init(element, chartTheme(tokens))`: few lines, muted axes, our palette. */
export function chartTheme(t: Tokens) {
  const axis = {
    axisLine: { show: false, lineStyle: { color: t.line.normal } },
    axisTick: { show: false, lineStyle: { color: t.line.normal } },
    axisLabel: { color: t.text.tertiary, fontSize: TYPE.caption, fontFamily: FONT_FAMILY, hideOverlap: true },
    nameTextStyle: { color: t.text.tertiary, fontSize: TYPE.caption, fontFamily: FONT_FAMILY },
    splitLine: { lineStyle: { color: t.line.soft } },
    splitArea: { show: false },
  };
  const line = {
    ...axis,
    axisLine: { show: true, lineStyle: { color: t.line.normal } },
    splitLine: { show: false },
  };
  return {
    color: [...t.chart],
    backgroundColor: 'transparent',
    animation: false,
    textStyle: { fontFamily: FONT_FAMILY, fontSize: TYPE.caption, color: t.text.secondary },
    categoryAxis: line,
    valueAxis: axis,
    legend: {
      icon: 'roundRect',
      itemWidth: 10,
      itemHeight: 10,
      itemGap: 16,
      textStyle: { color: t.text.secondary, fontSize: TYPE.caption, fontFamily: FONT_FAMILY },
      inactiveColor: t.text.disabled,
      pageTextStyle: { color: t.text.secondary },
      pageIconColor: t.text.secondary,
      pageIconInactiveColor: t.text.disabled,
    },
    tooltip: {
      backgroundColor: t.surface.raised,
      borderColor: t.line.normal,
      borderWidth: 1,
      borderRadius: RADIUS.card,
      padding: [8, 12],
      textStyle: { color: t.text.strong, fontSize: TYPE.caption, fontFamily: FONT_FAMILY },
      axisPointer: {
        lineStyle: { color: t.line.strong, type: 'solid' },
        crossStyle: { color: t.line.strong },
      },
    },
    line: { symbol: 'none', symbolSize: 6, lineStyle: { width: 2 }, connectNulls: false },
    bar: { itemStyle: { borderRadius: [2, 2, 0, 0] } },
  };
}
