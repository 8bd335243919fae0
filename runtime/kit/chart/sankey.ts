/** Flows are drawn with a part of ECharts that reaches only whoever draws some. */
import { SankeyChart } from 'echarts/charts';
import { use } from 'echarts/core';

use([SankeyChart]);
