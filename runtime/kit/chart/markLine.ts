/** The lines of thresholds are only loaded by charts that have some. */
import { MarkLineComponent } from 'echarts/components';
import { use } from 'echarts/core';

use([MarkLineComponent]);
