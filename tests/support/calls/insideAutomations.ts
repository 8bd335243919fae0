/** Starts scheduled automations by hand, at a time that the test sets. */
import { runDue } from '../../../server/engine/automations/due.ts';
import type { TestServer } from '../server/server.ts';

type Inside = { app: Pick<TestServer['app'], 'services'> };

/** Starts all automations that are due, as if it were this time. */
export const startDueAt = ({ app }: Inside, time: number): Promise<void> => runDue(app.services, time);
