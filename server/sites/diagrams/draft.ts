/** Drafts a wiring diagram of a station from the devices that the caller may see. */

import type { components } from '../../../generated/api.ts';
import { draftDiagram } from '../../../runtime/core/diagram/draft.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../../engine/context.ts';
import { openStation } from '../stations/open.ts';

const NAME = { zh: '接线图', en: 'Diagram' };
/** Maximum number of devices in a drawing. A larger drawing would be unreadable. */
const MOST_DEVICES = 60;

export async function draftOfStation(
  ctx: Pick<HandlerContext, 'db' | 'session' | 'permission' | 'lang'>,
  stationSn: string,
): Promise<components['schemas']['DeviceDiagramWrite']> {
  const { db, session, lang } = ctx;
  const { devices, variables } = await db.tenant(session.tenantId, async (trx) => {
    const station = await openStation(trx, ctx, { sn: stationSn });
    const found = await trx
      .selectFrom(seen(trx, session, 'device').as('d'))
      .select(['d.sn', 'd.name', 'd.type'])
      .where('d.stationSn', '=', station.sn)
      .orderBy('d.id')
      .limit(MOST_DEVICES)
      .execute();
    const sns = found.flatMap(({ sn }) => (sn ? [sn] : []));
    const all = await trx
      .selectFrom(seen(trx, session, 'deviceVariable').as('v'))
      .select(['v.sn', 'v.deviceSn', 'v.code', 'v.unit'])
      .where('v.deviceSn', 'in', sns.length > 0 ? sns : [''])
      .orderBy('v.id')
      .execute();
    return { devices: found, variables: all };
  });
  const ofDevice = Map.groupBy(variables, ({ deviceSn }) => deviceSn);
  const drawn = draftDiagram(
    devices.flatMap(({ sn, name, type }) => {
      if (!sn) return [];
      const own = (ofDevice.get(sn) ?? []).flatMap((variable) =>
        variable.sn ? [{ sn: variable.sn, code: variable.code ?? '', unit: variable.unit ?? '' }] : [],
      );
      return [{ sn, name: name ?? sn, type: type ?? '', variables: own }];
    }),
    lang,
  );
  return { stationSn, name: pickText(NAME, lang), ...drawn };
}
