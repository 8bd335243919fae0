/** Determines the needs of a stored board, because visitors of a shared board may request only these needs. */
import type {
  BoardWidget,
  DashboardDocument,
  Field,
  WidgetDefinition,
} from '../../../generated/definition.ts';
import type { BoardBinding } from '../../../runtime/core/boards/boardBinding.ts';
import {
  findVariables,
  followsDevice,
  variablesInField,
} from '../../../runtime/core/boards/boardVariables.ts';
import { DEFINITIONS } from './match.ts';
import type { BoardNeed } from './query.ts';

/**
 * The allowed values of a parameter: one of the shown variables, or one of the set. Null means that the parameter must
 * be missing.
 */
type AllowedValues = 'variables' | ReadonlySet<string> | null;
type Parameters = ReadonlyMap<string, AllowedValues>;

interface SharedScope {
  variables: ReadonlySet<string>;
  devices: ReadonlySet<string>;
  /**
   * Kinds of needs, and operations, that the board's widget definitions contain. Each has the parameters of its
   * widgets.
   */
  asks: ReadonlyMap<string, readonly Parameters[]>;
}

/**
 * Lists the variables that the board shows, with their devices. Includes all devices that a visitor may choose, and no
 * variables of other stations.
 */
function listShownVariables(document: DashboardDocument, binding: BoardBinding | null) {
  const named = findVariables(document, DEFINITIONS).filter((place) => !followsDevice(place));
  const standing = binding?.variables?.map(({ device, to }) => ({ device, variable: to })) ?? named;
  const followed = (binding?.devices ?? []).flatMap(({ sn, variables }) =>
    variables.map((variable) => ({ device: sn, variable: variable.sn })),
  );
  return [...standing, ...followed].filter(
    (pair): pair is { device: string; variable: string } => pair.device !== null && pair.variable !== null,
  );
}

function allowedBy(field: Field | undefined, stored: unknown): AllowedValues {
  const value = stored === undefined ? field?.default : stored;
  if (field && variablesInField(field, value).length > 0) return 'variables';
  const all = [value]
    .flat()
    .filter((part) => typeof part === 'number' || (typeof part === 'string' && part !== ''));
  return all.length > 0 ? new Set(all.map(String)) : null;
}

function listWidgetCalls({ config }: BoardWidget, { asks = [], config: schema }: WidgetDefinition) {
  return asks.map((widgetCall): [name: string, said: Parameters] => {
    if (typeof widgetCall === 'string') return [widgetCall, new Map()];
    const parameters = Object.entries(widgetCall.given).map(([parameter, name]): [string, AllowedValues] => [
      parameter,
      allowedBy(schema.properties?.[name], config[name]),
    ]);
    return [widgetCall.call, new Map(parameters)];
  });
}

/** @param binding the board's variables on the station; null if the board shows only fixed variables */
export function readSharedScope(document: DashboardDocument, binding: BoardBinding | null): SharedScope {
  const places = listShownVariables(document, binding);
  const all = document.widgets.flatMap((widget) => {
    const definition = Object.hasOwn(DEFINITIONS, widget.type) ? DEFINITIONS[widget.type] : undefined;
    return definition ? listWidgetCalls(widget, definition) : [];
  });
  const byName = Map.groupBy(all, ([name]) => name);
  return {
    variables: new Set(places.map(({ variable }) => variable)),
    devices: new Set(places.map(({ device }) => device)),
    asks: new Map(
      [...byName].map(([name, callsOfName]) => [name, callsOfName.map(([, parameters]) => parameters)]),
    ),
  };
}

const STATION = new Set(['sn', 'stationSn']);
const NAMES: Readonly<Record<string, keyof Pick<SharedScope, 'variables' | 'devices'>>> = {
  deviceSn: 'devices',
  deviceSns: 'devices',
  variableSn: 'variables',
  variableSns: 'variables',
  sns: 'variables',
};

type CallNeed = Extract<BoardNeed, { kind: 'call' }>;

/** Splits a list in a query at its commas. */
const partsOf = (value: unknown): string[] =>
  (typeof value === 'string' ? value.split(',') : [value].flat()).map(String);

/**
 * Returns whether a widget allows these parameters. A missing parameter could return more data than the board shows.
 */
function areAllowed(allowed: Parameters, requested: ReadonlyMap<string, string[]>): boolean {
  return [...allowed].every(([name, values]) => {
    const requestedValues = requested.get(name);
    if (values === null || requestedValues === undefined)
      return values === null && requestedValues === undefined;
    // A separate check refuses variables that are not on the board.
    return values === 'variables' || requestedValues.every((value) => values.has(value));
  });
}

/** Returns whether a call is allowed. The call must name this station. */
function callAllowed(need: CallNeed, scope: SharedScope, stationSn: string): boolean {
  const { operation, path, query, body } = need;
  const entries = [path, query, body].flatMap((part) => Object.entries(part ?? {}));
  const stations = entries.filter(([name]) => STATION.has(name));
  const named = entries.flatMap(([name, value]) => {
    const kind = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
    return kind ? partsOf(value).map((part) => scope[kind].has(part)) : [];
  });
  const requested = new Map(entries.map(([name, value]) => [name, partsOf(value)]));
  return (
    stations.length > 0 &&
    stations.every(([, value]) => value === stationSn) &&
    named.every(Boolean) &&
    (scope.asks.get(operation) ?? []).some((allowed) => areAllowed(allowed, requested))
  );
}

export function isNeedAllowed(need: BoardNeed, scope: SharedScope, stationSn: string): boolean {
  switch (need.kind) {
    case 'realtime':
    case 'statistic':
    case 'history':
      return need.sns.every((sn) => scope.variables.has(sn));
    case 'call':
      return callAllowed(need, scope, stationSn);
    default:
      return scope.asks.has(need.kind);
  }
}
