/** Draws the pictures of events of simulated cameras. The picture shows the event. */
import type { Services } from '../../server/engine/context.ts';
import { trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { keepBytes } from '../../server/platform/files/keepBytes.ts';
import { clockAt } from '../../server/sites/cameras/capture.ts';
import { drawPicture, type Happened } from '../../server/sites/cameras/draw.ts';
import { encodePng } from '../../server/sites/cameras/png.ts';

type Parts = Pick<Services, 'db' | 'files'>;

interface Bare {
  id: number;
  ipcId: number;
  kind: Happened;
  happenedAt: string;
  cameraKind: string;
  zone: string;
  /** The picture belongs to the camera's creator, or to the guard. */
  userId: number | null;
}

/** Returns simulated events that have no picture yet, the newest first. */
async function findBare({ db }: Parts, tenantId: number): Promise<Bare[]> {
  return db.tenant(tenantId, async (trx) => {
    const rows = await trxAny(trx)
      .selectFrom('ipcEvent as e')
      .innerJoin('ipc as c', (join) =>
        join.onRef('c.tenantId', '=', 'e.tenantId').onRef('c.id', '=', 'e.ipcId'),
      )
      .innerJoin('station as s', (join) =>
        join.onRef('s.tenantId', '=', 'e.tenantId').onRef('s.sn', '=', 'e.stationSn'),
      )
      .select(['e.id', 'e.ipcId', 'e.kind', 'e.happenedAt', 'c.kind as cameraKind', 's.timeZone as zone'])
      .select((eb) =>
        eb.fn
          .coalesce(
            'c.createdBy',
            eb.selectFrom('ipcEvent as g').select((guard) => guard.fn.max('g.confirmedBy').as('id')),
          )
          .as('userId'),
      )
      .where('e.tenantId', '=', tenantId)
      .where('e.picture', 'is', null)
      .where('e.createdBy', 'is', null)
      .where('c.protocol', '=', 'simulated')
      .orderBy('e.happenedAt', 'desc')
      .execute();
    return rows as unknown as Bare[];
  });
}

/** Draws missing pictures. Returns the events that have one now. */
export async function drawEvents(parts: Parts, tenantId: number, signal?: AbortSignal): Promise<number[]> {
  const drawn: number[] = [];
  for (const { id, ipcId, kind, happenedAt, cameraKind, zone, userId } of await findBare(parts, tenantId)) {
    if (signal?.aborted) return drawn;
    if (userId === null) continue;
    const ts = Date.parse(happenedAt);
    const sight = { pan: 0, tilt: 0, zoom: 1, lamp: true, thermal: cameraKind === 'thermal', happened: kind };
    const bytes = encodePng(drawPicture(Number(ipcId), ts, clockAt(ts, zone), sight));
    const name = `${clockAt(ts, zone).replaceAll(':', '-')}.png`;
    const owner = { tenantId, userId: Number(userId) };
    const picture = await keepBytes(parts.files, owner, { name, bytes, picture: true });
    await parts.db.tenant(tenantId, (trx) =>
      trxAny(trx)
        .updateTable('ipcEvent')
        .set({ picture })
        .where('tenantId', '=', tenantId)
        .where('id', '=', id)
        .execute(),
    );
    drawn.push(Number(id));
  }
  return drawn;
}
