/** The code for threshold lines. Only charts with thresholds load it. */
import { MarkLineComponent } from 'echarts/components';
import { use } from 'echarts/core';

use([MarkLineComponent]);
