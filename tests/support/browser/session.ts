import type { BrowserContext, Page } from 'playwright';
import type { Client } from '../calls/client.ts';

/** Gives a browser the session of a client. Signing in takes time and has its own tests. */
export async function openSession(context: BrowserContext, url: string, client: Client): Promise<void> {
  const cookies = client
    .cookies()
    .split('; ')
    .map((cookie) => {
      const at = cookie.indexOf('=');
      return { name: cookie.slice(0, at), value: cookie.slice(at + 1), url, httpOnly: true };
    });
  // This cookie shows the page that a user is signed in. The page requests the name from the server.
  await context.addCookies([...cookies, { name: 'EMS-user', value: 'somebody', url }]);
}

/** Opens the page with this station chosen, as in an earlier session. */
export const rememberStation = (page: Page, tenant: number, station: string): Promise<unknown> =>
  page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    `EMS-site-${tenant}`,
    station,
  ] as const);
