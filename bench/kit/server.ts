import { startServer, type TestServer } from '../../tests/support/server/server.ts';
import { isMini } from './size.ts';

/** Starts with an empty folder on the disk, as in life; in miniature in memory, with what a first start leaves. */
export const startFresh = (): Promise<TestServer> => startServer({ fresh: !isMini });
