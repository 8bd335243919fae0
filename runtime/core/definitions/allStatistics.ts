/** Adds all statistics. It is imported for this effect where the user chooses a statistic, or a board shows one. */
import { statistics } from '../../../generated/statistics.ts';
import { statisticRegistry } from './statistics.ts';

statisticRegistry.bring(statistics);

// The registry of statistics handles a change.
import.meta.hot?.accept('../../../generated/statistics.ts', () => undefined);
