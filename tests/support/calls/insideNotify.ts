/**
 * Runs notifications by hand: rounds and deletion at a time that the test sets, other processes, and single messages.
 */
import { forgetLog } from '../../../server/sites/notify/forget.ts';
import { createNotify } from '../../../server/sites/notify/index.ts';
import type { TestServer } from '../server/server.ts';

type Inside = { app: Pick<TestServer['app'], 'db' | 'services'> };

/** Runs a round of notifications, as if it were this time. */
export const notifyAt = ({ app }: Inside, time?: number): Promise<void> => app.services.notify.run(time);

/** Returns the notifications of another process over the same database. */
export const otherNotify = ({ app }: Inside) => createNotify(app.services);

/** Deletes old lines of the notification log, as if it were this time. */
export const forgetNotifications = ({ app }: Inside, days: number, time: number): Promise<void> =>
  forgetLog(app.db, days, time);

/** Sends one line of the notification log, like an immediate delivery. */
export const sendNotification = ({ app }: Inside, line: { tenantId: number; id: number }): Promise<void> =>
  app.services.notify.send(line);
