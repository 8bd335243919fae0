/** Finds the variables of a board on the station where the board is open. */
import type { DashboardDocument } from '../../../generated/definition.ts';
import {
  type BoardBinding,
  type BoundDevice,
  bindStandIns,
  boardPairs,
  followPairs,
  standInsOf,
} from '../../../runtime/core/boards/boardBinding.ts';
import { type MatchVariable, matchVariables } from '../../../runtime/core/boards/boardMatch.ts';
import { followsDevice, type VariablePair } from '../../../runtime/core/boards/boardVariables.ts';
import type { StandIn } from '../../../runtime/core/document/standIns.ts';
import type { Session } from '../../engine/context.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import type { Place } from './boardAccess.ts';
import { DEFINITIONS, readVariables } from './match.ts';

type Where = Pick<Place, 'stationSn' | 'anyStation'>;

/** Returns the devices with these variables, sorted by the number of matching variables and then by sn. */
function devicesWith(targets: readonly MatchVariable[], codes: ReadonlySet<string>): BoundDevice[] {
  const codeTargets = targets.filter(({ code }) => codes.has(code));
  const devices = Map.groupBy(codeTargets, ({ deviceSn }) => deviceSn);
  return [...devices]
    .map(([sn, variables]) => ({
      ...{ sn, name: variables[0]!.deviceName, type: variables[0]!.deviceType },
      variables: variables.map(({ code, sn: variable }) => ({ code, sn: variable })),
    }))
    .sort((a, b) => b.variables.length - a.variables.length);
}

/** @param standIns the station's stand-ins; those with an unknown variable have no effect */
export async function readBinding(
  trx: ScopedTrx,
  caller: Session,
  { stationSn, anyStation }: Where,
  pairs: readonly VariablePair[],
  standIns: readonly StandIn[] = [],
): Promise<BoardBinding> {
  const places = pairs.map(([device, variable]) => ({ device, variable }));
  const fixed = places.filter((place) => !followsDevice(place));
  const codes = new Set(places.filter(followsDevice).map(({ variable }) => variable));
  const named = anyStation ? fixed.map(({ variable }) => variable) : [];
  const [sources, targets] = await readVariables(trx, caller, stationSn, named);
  const variables = matchVariables(fixed, sources, targets).map(({ place, source, found }) => ({
    from: place.variable,
    name: sources.has(place.variable) ? source.name : null,
    to: found?.to.sn ?? null,
    device: found?.to.deviceSn ?? null,
  }));
  const deviceOfVariable = new Map(targets.map((target) => [target.sn, target.deviceSn]));
  const chosen = standIns.filter(({ device, variable }) => deviceOfVariable.get(variable) === device);
  return {
    devices: devicesWith(targets, codes),
    variables: anyStation ? bindStandIns(variables, chosen) : null,
  };
}

/** Returns the binding of a stored board. Null if the board shows only fixed variables. */
export async function boardBinding(
  trx: ScopedTrx,
  caller: Session,
  place: Where,
  document: DashboardDocument,
): Promise<BoardBinding | null> {
  const pairs = boardPairs(document, DEFINITIONS);
  if (!place.anyStation && !followPairs(pairs)) return null;
  return readBinding(trx, caller, place, pairs, standInsOf(document, place.stationSn));
}
