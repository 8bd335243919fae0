/** Tooltip and crosshair of ECharts. They are loaded when the page is idle, or when the user points at a chart. */
import { TooltipComponent } from 'echarts/components';
import { use } from 'echarts/core';

use([TooltipComponent]);
