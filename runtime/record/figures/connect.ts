/** Registers the controls of forms that choose a statistic or a list of records. */
import { setControl } from '../../form/controls/laterControls.ts';

setControl('statistic', async () => (await import('./choose/StatisticControl.tsx')).default);
setControl('records', async () => (await import('./choose/RecordsControl.tsx')).default);
