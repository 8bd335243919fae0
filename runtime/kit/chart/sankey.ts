/** The Sankey part of ECharts is only loaded by pages that draw flows. */
import { SankeyChart } from 'echarts/charts';
import { use } from 'echarts/core';

use([SankeyChart]);
