/** Registers all statistics as a side effect. Imported where the user chooses a statistic, or a board shows one. */
import { statistics } from '../../../generated/statistics.ts';
import { statisticRegistry } from './statistics.ts';

statisticRegistry.bring(statistics);

// The registry of statistics handles hot updates.
import.meta.hot?.accept('../../../generated/statistics.ts', () => undefined);
