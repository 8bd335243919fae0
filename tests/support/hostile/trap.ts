/**
 * Detects planted scripts in a page. It records scripts that run, that the policy blocks, or that request an address.
 */
import type { Page } from 'playwright';
import { TRAP } from './planted.ts';

export interface Trap {
  /** Returns what was detected since the last call. */
  fell(): Promise<string[]>;
}

/** The address from which a planted picture would be loaded. */
const PLANTED_ADDRESS = /\/x$/;

/** Takes effect from the next address that the page loads. */
export async function setTrap(page: Page): Promise<Trap> {
  let requests: string[] = [];
  page.on('request', (request) => {
    if (PLANTED_ADDRESS.test(new URL(request.url()).pathname)) requests.push(`asked for ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') requests.push(`said ${dialog.message()}`);
    void dialog.accept();
  });
  await page.addInitScript((name) => {
    const fell: string[] = [];
    Reflect.set(globalThis, 'fell', fell);
    Reflect.set(globalThis, name, (no: unknown) => fell.push(`ran ${no}`));
    addEventListener('securitypolicyviolation', (event) =>
      fell.push(`refused ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    );
  }, TRAP);
  return {
    async fell() {
      const ran = await page.evaluate(() => (Reflect.get(globalThis, 'fell') as string[]).splice(0));
      const found = [...requests, ...ran];
      requests = [];
      return found;
    },
  };
}
