import type { Data } from '../../../generated/calls.ts';
import type { DashboardDocument, WidgetDefinition } from '../../../generated/definition.ts';
import { widgets } from '../../../generated/widgets.ts';
import { type MatchVariable, matchBoard } from '../../../runtime/core/boards/boardMatch.ts';
import { findVariables, followsDevice } from '../../../runtime/core/boards/boardVariables.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { Session } from '../../engine/context.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { openStation, type StationCaller } from '../stations/open.ts';
import { matchReferences } from './references.ts';

export const DEFINITIONS: Readonly<Record<string, WidgetDefinition | undefined>> = widgets;

function selectVariables(trx: ScopedTrx, caller: Session) {
  return trx
    .selectFrom(seen(trx, caller, 'deviceVariable').as('v'))
    .innerJoin(seen(trx, caller, 'device').as('d'), 'd.sn', 'v.deviceSn')
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

/** Returns the readable data of these variables, by sn, and all readable variables of the station. */
export async function readVariables(
  trx: ScopedTrx,
  caller: Session,
  stationSn: string,
  named: readonly string[],
): Promise<[Map<string, MatchVariable>, MatchVariable[]]> {
  const once = [...new Set(named)];
  const sources =
    once.length > 0 ? await selectVariables(trx, caller).where('v.sn', 'in', once).execute() : [];
  const targets = await selectVariables(trx, caller).where('d.stationSn', '=', stationSn).execute();
  return [new Map(sources.map((source) => [source.sn, source])), targets];
}

/** Returns the document with the station's variables filled in, as far as they can be determined. */
export async function matchStation(
  trx: ScopedTrx,
  caller: StationCaller,
  stationSn: string,
  document: DashboardDocument,
): Promise<Data<'boardMatch'>> {
  await openStation(trx, caller, { sn: stationSn });
  const places = findVariables(document, DEFINITIONS).filter((place) => !followsDevice(place));
  const named = places.map(({ variable }) => variable);
  const [sources, targets] = await readVariables(trx, caller.session, stationSn, named);
  const { missing, ...match } = matchBoard(document, DEFINITIONS, sources, targets);
  return {
    ...match,
    ...(await matchReferences(trx, caller.session, stationSn, match.document, DEFINITIONS)),
    missing: missing.map(({ candidates, ...place }) => ({
      ...place,
      candidates: candidates.map(({ sn, name, unit, deviceSn, deviceName }) => ({
        ...{ sn, name, unit, deviceSn, deviceName },
      })),
    })),
  };
}
