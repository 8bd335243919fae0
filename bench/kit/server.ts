import { startServer, type TestServer } from '../../tests/support/server/server.ts';
import { isMini } from './size.ts';

/**
 * Starts with an empty folder on the disk, as in production. A miniature bench starts in memory, with the data of a
 * first start.
 */
export const startFresh = (): Promise<TestServer> => startServer({ fresh: !isMini });
