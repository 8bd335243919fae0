/** The Sankey part of ECharts. Only pages with flows load it. */
import { SankeyChart } from 'echarts/charts';
import { use } from 'echarts/core';

use([SankeyChart]);
