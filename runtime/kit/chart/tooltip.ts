/** The tooltip and the line at the pointer are only loaded when the user points at a chart, or when the page is at rest. */
import { TooltipComponent } from 'echarts/components';
import { use } from 'echarts/core';

use([TooltipComponent]);
