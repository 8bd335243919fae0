import type { Data } from '../../generated/calls.ts';
import type { DashboardDocument, WidgetDefinition } from '../../generated/definition.ts';
import { widgets } from '../../generated/widgets.ts';
import { board_match, type MatchVariable } from '../../runtime/core/boardMatch.ts';
import { variables_find } from '../../runtime/core/boardVariables.ts';
import type { Trx } from '../db/index.ts';
import { station_require } from '../stations/details.ts';

export const DEFINITIONS: Readonly<Record<string, WidgetDefinition | undefined>> = widgets;

function variables_select(trx: Trx) {
  return trx
    .selectFrom('deviceVariable as v')
    .innerJoin('device as d', 'd.sn', 'v.deviceSn')
    .select([
      'v.sn',
      'v.code',
      'v.name',
      'v.unit',
      'v.kind',
      'v.dataType',
      'd.sn as deviceSn',
      'd.name as deviceName',
      'd.type as deviceType',
      'd.model as deviceModel',
    ])
    .orderBy('d.sn')
    .orderBy('v.sn')
    .$castTo<MatchVariable>();
}

/** The document with the variables of the station, as far as they can be told. */
export async function station_match(
  trx: Trx,
  stationSn: string,
  document: DashboardDocument,
): Promise<Data<'boardMatch'>> {
  await station_require(trx, stationSn);
  const named = [...new Set(variables_find(document, DEFINITIONS).map(({ variable }) => variable))];
  const known = named.length > 0 ? await variables_select(trx).where('v.sn', 'in', named).execute() : [];
  const targets = await variables_select(trx).where('d.stationSn', '=', stationSn).execute();
  const { missing, ...match } = board_match(
    document,
    DEFINITIONS,
    new Map(known.map((one) => [one.sn, one])),
    targets,
  );
  return {
    ...match,
    missing: missing.map(({ candidates, ...place }) => ({
      ...place,
      candidates: candidates.map(({ sn, name, unit, deviceSn, deviceName }) => ({
        ...{ sn, name, unit, deviceSn, deviceName },
      })),
    })),
  };
}
