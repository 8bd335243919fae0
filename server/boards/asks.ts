/** What a stored board asks for: whoever may see just this board may ask that, and nothing else. */
import type { DashboardDocument } from '../../generated/definition.ts';
import type { BoardBinding } from '../../runtime/core/boardBinding.ts';
import { follows_device, variables_find } from '../../runtime/core/boardVariables.ts';
import { DEFINITIONS } from './match.ts';
import type { BoardNeed } from './query.ts';

interface BoardAsks {
  variables: ReadonlySet<string>;
  devices: ReadonlySet<string>;
  /** Kinds of needs and operations, as the definitions of its widgets name them. */
  asks: ReadonlySet<string>;
}

/** The variables that it shows with their devices: those of every device that may be chosen, and none of elsewhere. */
function variables_shown(document: DashboardDocument, binding: BoardBinding | null) {
  const named = variables_find(document, DEFINITIONS).filter((place) => !follows_device(place));
  const standing = binding?.variables?.map(({ device, to }) => ({ device, variable: to })) ?? named;
  const followed = (binding?.devices ?? []).flatMap(({ sn, variables }) =>
    variables.map((one) => ({ device: sn, variable: one.sn })),
  );
  return [...standing, ...followed].filter(
    (one): one is { device: string; variable: string } => one.device !== null && one.variable !== null,
  );
}

/** @param binding what its variables are on the station; null where it shows just those that it names */
export function board_asks(document: DashboardDocument, binding: BoardBinding | null): BoardAsks {
  const places = variables_shown(document, binding);
  const types = new Set(document.widgets.map(({ type }) => type));
  return {
    variables: new Set(places.map(({ variable }) => variable)),
    devices: new Set(places.map(({ device }) => device)),
    asks: new Set([...types].flatMap((type) => DEFINITIONS[type]?.asks ?? [])),
  };
}

const STATION = new Set(['sn', 'stationSn']);
const NAMES: Readonly<Record<string, keyof Pick<BoardAsks, 'variables' | 'devices'>>> = {
  deviceSn: 'devices',
  deviceSns: 'devices',
  variableSn: 'variables',
  variableSns: 'variables',
  sns: 'variables',
};

type CallNeed = Extract<BoardNeed, { kind: 'call' }>;

/** A call must say which station it is about, and that must be this one. */
function call_allowed({ path, query, body }: CallNeed, asks: BoardAsks, stationSn: string): boolean {
  const given = [path, query, body].flatMap((part) => Object.entries(part ?? {}));
  const stations = given.filter(([name]) => STATION.has(name));
  const named = given.flatMap(([name, value]) => {
    const kind = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
    return kind ? [value].flat().map((one) => asks[kind].has(String(one))) : [];
  });
  return stations.length > 0 && stations.every(([, value]) => value === stationSn) && named.every(Boolean);
}

export function need_allowed(need: BoardNeed, asks: BoardAsks, stationSn: string): boolean {
  switch (need.kind) {
    case 'realtime':
    case 'statistic':
    case 'history':
      return need.sns.every((sn) => asks.variables.has(sn));
    case 'call':
      return asks.asks.has(need.operation) && call_allowed(need, asks, stationSn);
    default:
      return asks.asks.has(need.kind);
  }
}
