import type { Data } from '../../generated/calls.ts';
import type { DashboardDocument, WidgetDefinition } from '../../generated/definition.ts';
import { widgets } from '../../generated/widgets.ts';
import { board_match, type MatchVariable } from '../../runtime/core/boardMatch.ts';
import { follows_device, variables_find } from '../../runtime/core/boardVariables.ts';
import { seen } from '../access/records.ts';
import type { Session } from '../context.ts';
import type { ScopedTrx } from '../db/index.ts';
import { openStation, type StationAsker } from '../stations/open.ts';
import { references_match } from './references.ts';

export const DEFINITIONS: Readonly<Record<string, WidgetDefinition | undefined>> = widgets;

function variables_select(trx: ScopedTrx, asker: Session) {
  return trx
    .selectFrom(seen(trx, asker, 'deviceVariable').as('v'))
    .innerJoin(seen(trx, asker, 'device').as('d'), 'd.sn', 'v.deviceSn')
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

/** What the asker may know of these variables, by their serial numbers, and all of the station that they may. */
export async function variables_read(
  trx: ScopedTrx,
  asker: Session,
  stationSn: string,
  named: readonly string[],
): Promise<[Map<string, MatchVariable>, MatchVariable[]]> {
  const once = [...new Set(named)];
  const known = once.length > 0 ? await variables_select(trx, asker).where('v.sn', 'in', once).execute() : [];
  const targets = await variables_select(trx, asker).where('d.stationSn', '=', stationSn).execute();
  return [new Map(known.map((one) => [one.sn, one])), targets];
}

/** The document with the variables of the station, as far as they can be told. */
export async function station_match(
  trx: ScopedTrx,
  asker: StationAsker,
  stationSn: string,
  document: DashboardDocument,
): Promise<Data<'boardMatch'>> {
  await openStation(trx, asker, { sn: stationSn });
  const places = variables_find(document, DEFINITIONS).filter((place) => !follows_device(place));
  const named = places.map(({ variable }) => variable);
  const [known, targets] = await variables_read(trx, asker.session, stationSn, named);
  const { missing, ...match } = board_match(document, DEFINITIONS, known, targets);
  return {
    ...match,
    ...(await references_match(trx, asker.session, stationSn, match.document, DEFINITIONS)),
    missing: missing.map(({ candidates, ...place }) => ({
      ...place,
      candidates: candidates.map(({ sn, name, unit, deviceSn, deviceName }) => ({
        ...{ sn, name, unit, deviceSn, deviceName },
      })),
    })),
  };
}
