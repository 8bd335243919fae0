/** The events of simulated cameras, reported at the time of the test. */
import { happenings, SPAN_MS, watchCameras } from '../../../demo/sites/cameraEvents.ts';
import type { TestServer } from '../server/server.ts';

type Inside = { app: Pick<TestServer['app'], 'services'> };

/** Returns the moment of the first event of a station after `from`. */
export const nextHappening = (seed: number, from: number): number =>
  happenings(seed, from, from + 2 * SPAN_MS)[0]!.at;

export const watchAt = (
  { app: { services } }: Inside,
  { now, ...site }: { tenantId: number; sn: string; seed: number; now: number },
): Promise<void> => {
  const { tenantId, sn, seed } = site;
  return watchCameras(services, [{ tenantId, site: { sn, seed } }], { now, lang: 'en' });
};
