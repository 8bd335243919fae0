import type { components } from '../../../generated/api.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { Session } from '../../engine/context.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { inWordOrder } from '../../platform/db/wordOrder.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { requireStation } from '../stations/open.ts';

type Camera = components['schemas']['Camera'];

export const streamPath = (id: number): string => `/ems/api/ipc/ipc/${id}/stream`;

/**
 * Checks that a browser may look there: only at origins that the settings name, which the pages' policy allows too. The
 * server itself never goes there.
 */
export function checkAddress(
  address: string | null,
  origins: readonly string[],
): Pick<Camera, 'address' | 'blocked'> {
  if (address === null || !URL.canParse(address)) return { address: null, blocked: null };
  const { origin, protocol, username, password } = new URL(address);
  const open = ['http:', 'https:'].includes(protocol) && username === '' && password === '';
  return open && origins.includes(origin) ? { address, blocked: null } : { address: null, blocked: origin };
}

export async function listCameras(
  trx: ScopedTrx,
  asker: Session,
  stationSn: string,
  origins: readonly string[],
): Promise<Camera[]> {
  await requireStation(trx, asker, { sn: stationSn });
  const rows = await trx
    .selectFrom(seen(trx, asker, 'ipc').as('c'))
    .select(['id', 'name', 'place', 'protocol', 'address'])
    .where('stationSn', '=', stationSn)
    .where('enabled', 'is not', false)
    .orderBy(inWordOrder('name'))
    .execute();
  return rows.map(({ address, ...row }) => {
    const protocol = row.protocol as Camera['protocol'];
    const cameras =
      protocol === 'simulated'
        ? { address: streamPath(row.id), blocked: null }
        : checkAddress(address, origins);
    return { ...row, protocol, ...cameras };
  });
}

export async function requireSimulated(
  trx: ScopedTrx,
  asker: Session,
  id: number,
): Promise<{ id: number; zone: string }> {
  const camera = await trx
    .selectFrom(seen(trx, asker, 'ipc').as('c'))
    .select(['c.id', 'c.stationSn'])
    .where('c.id', '=', id)
    .where('c.protocol', '=', 'simulated')
    .where('c.enabled', 'is not', false)
    .executeTakeFirst();
  if (!camera) throw new AppError('http.notFound');
  const { timeZone } = await requireStation(trx, asker, { sn: camera.stationSn });
  return { id: camera.id, zone: timeZone };
}
