import { chromiumLaunch } from './chromium.ts';

/** Unpacks the browser once, before parallel test files need it. */
export default async function setup(): Promise<void> {
  await chromiumLaunch();
}
