/** Registers the form controls for statistics and lists of records. */
import { setControl } from '../../form/controls/laterControls.ts';

setControl('statistic', async () => (await import('./choose/StatisticControl.tsx')).default);
setControl('records', async () => (await import('./choose/RecordsControl.tsx')).default);
