/** A preset names variables of the station where it is opened. `{station}` is replaced by the station's sn. */
import type { BoardWidget, DashboardDocument } from '../../../generated/definition.ts';
import { BOARD_DEVICE } from '../boards/boardVariables.ts';
import { DOCUMENT_VERSION } from './migrate.ts';
import { compactBoard } from './tabs.ts';

const STATION = '{station}';
type Pair = readonly [string, string];

export const isPair = (value: unknown): value is Pair =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');

function fillValue(value: unknown, stationSn: string): unknown {
  if (typeof value === 'string') return value.replaceAll(STATION, stationSn);
  if (Array.isArray(value)) return value.map((entry) => fillValue(entry, stationSn));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, fillValue(entry, stationSn)]),
  );
}

const pairOf = (holder: object): Pair | undefined => Object.values(holder).find(isPair);

/** Returns whether a pair names the board's device, which the reader chooses. */
const follows = ([device]: Pair): boolean => device === BOARD_DEVICE;

/** Returns every variable of a configuration, in its fields or in its list entries. */
export function configVariables(config: Record<string, unknown>): string[] {
  const pairs = Object.values(config).filter(isPair);
  const listed = Object.values(config).flatMap((value) =>
    Array.isArray(value) && !isPair(value)
      ? value.map((entry) => (typeof entry === 'object' && entry ? pairOf(entry) : undefined))
      : [],
  );
  return [...pairs, ...listed].flatMap((pair) => (pair && !follows(pair) ? pair[1] : []));
}

/** Returns a widget without entries whose variable is missing. Null if no entry remains. */
function removeUnknown(widget: BoardWidget, variables: ReadonlySet<string>): BoardWidget | null {
  const sns = configVariables(widget.config);
  if (sns.length === 0 || sns.every((sn) => variables.has(sn))) return widget;
  if (!sns.some((sn) => variables.has(sn))) return null;
  const isShown = (pair: Pair | undefined) => pair !== undefined && (follows(pair) || variables.has(pair[1]));
  const config = Object.fromEntries(
    Object.entries(widget.config).map(([name, value]) => {
      if (!Array.isArray(value) || isPair(value)) return [name, value];
      return [name, value.filter((entry) => isShown(pairOf(entry as object)))];
    }),
  );
  return { ...widget, config };
}

/** Returns the preset's document for one station. `known` contains the sns of its variables. */
export function fillPreset(
  document: DashboardDocument,
  stationSn: string,
  variables?: ReadonlySet<string>,
): DashboardDocument {
  const widgets = document.widgets
    .map(
      (widget): BoardWidget => ({
        ...widget,
        config: fillValue(widget.config, stationSn) as BoardWidget['config'],
      }),
    )
    .flatMap((widget) => (variables ? (removeUnknown(widget, variables) ?? []) : widget));
  const filled = { ...document, version: DOCUMENT_VERSION, widgets };
  return { ...filled, layouts: { lg: compactBoard(filled) } };
}

/** Returns the share of a preset's variables that a station has: 0 to 1. */
export function ratePreset(
  document: DashboardDocument,
  stationSn: string,
  variables: ReadonlySet<string>,
): number {
  const sns = fillPreset(document, stationSn).widgets.flatMap((widget) => configVariables(widget.config));
  return sns.length === 0 ? 0 : sns.filter((sn) => variables.has(sn)).length / sns.length;
}
