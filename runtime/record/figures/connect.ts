/** Forms learn here how a statistic and a list of records are chosen. */
import { setControl } from '../../form/controls/laterControls.ts';

setControl('statistic', async () => (await import('./choose/StatisticControl.tsx')).default);
setControl('records', async () => (await import('./choose/RecordsControl.tsx')).default);
