import type { Data } from '../../generated/calls.ts';
import type { DashboardDocument, WidgetDefinition } from '../../generated/definition.ts';
import { widgets } from '../../generated/widgets.ts';
import { board_match, type MatchVariable } from '../../runtime/core/boardMatch.ts';
import { follows_device, variables_find } from '../../runtime/core/boardVariables.ts';
import type { Trx } from '../db/index.ts';
import { station_require } from '../stations/details.ts';
import { references_match } from './references.ts';

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

/** What is known of these variables, by their serial numbers, and all of the station. */
export async function variables_read(
  trx: Trx,
  stationSn: string,
  named: readonly string[],
): Promise<[Map<string, MatchVariable>, MatchVariable[]]> {
  const once = [...new Set(named)];
  const known = once.length > 0 ? await variables_select(trx).where('v.sn', 'in', once).execute() : [];
  const targets = await variables_select(trx).where('d.stationSn', '=', stationSn).execute();
  return [new Map(known.map((one) => [one.sn, one])), targets];
}

/** The document with the variables of the station, as far as they can be told. */
export async function station_match(
  trx: Trx,
  stationSn: string,
  document: DashboardDocument,
): Promise<Data<'boardMatch'>> {
  await station_require(trx, stationSn);
  const places = variables_find(document, DEFINITIONS).filter((place) => !follows_device(place));
  const named = places.map(({ variable }) => variable);
  const [known, targets] = await variables_read(trx, stationSn, named);
  const { missing, ...match } = board_match(document, DEFINITIONS, known, targets);
  return {
    ...match,
    ...(await references_match(trx, stationSn, match.document, DEFINITIONS)),
    missing: missing.map(({ candidates, ...place }) => ({
      ...place,
      candidates: candidates.map(({ sn, name, unit, deviceSn, deviceName }) => ({
        ...{ sn, name, unit, deviceSn, deviceName },
      })),
    })),
  };
}
