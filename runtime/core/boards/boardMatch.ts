/**
 * Converts a board of one station for another. Each variable is replaced by the equal one there. It first matches the
 * devices, then their variables: by key, or otherwise by quantity and name.
 */
import type { DashboardDocument, WidgetDefinition } from '../../../generated/definition.ts';
import { findVariables, followsDevice, pathPointer, type VariablePlace } from './boardVariables.ts';

export interface MatchVariable {
  sn: string;
  code: string;
  name: string;
  unit: string | null;
  kind: string | null;
  dataType: string | null;
  deviceSn: string;
  deviceName: string;
  deviceType: string | null;
  deviceModel: string | null;
}

interface Told {
  widgetId: string;
  pointer: string;
}
interface BoardMatch {
  document: DashboardDocument;
  matched: (Told & { from: string; to: string; exact: boolean })[];
  missing: (Told & {
    device: string | null;
    variable: string;
    name: string | null;
    unit: string | null;
    candidates: MatchVariable[];
  })[];
}

const MAX_CANDIDATES = 8;
/** Limit of variables that a user can check by hand. Further ones have no candidates. */
const MAX_RANKED = 200;
/** Score from which two names are treated as equal. */
const SIMILAR = 0.6;
/** Below this score two devices have too little in common to match. */
const MIN_DEVICE_SCORE = 4;

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

interface Profile {
  text: string;
  pairs: ReadonlyMap<string, number>;
}

/** Counts each pair of neighbouring letters in a name. */
function makeProfile(name: string): Profile {
  const text = plain(name);
  const pairs = new Map<string, number>();
  for (let index = 0; index + 1 < text.length; index++) {
    const pair = text.slice(index, index + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return { text, pairs };
}

const MAX_PROFILES = 10_000;
const profiles = new Map<string, Profile>();

/** Returns the profile of a name. It is cached, because a name is compared with many others. */
function profileOf(name: string): Profile {
  let profile = profiles.get(name);
  if (!profile) {
    if (profiles.size >= MAX_PROFILES) profiles.clear();
    profile = makeProfile(name);
    profiles.set(name, profile);
  }
  return profile;
}

/** Returns the similarity of two names, 0 to 1, by their pairs of letters (Dice). */
export function nameSimilarity(a: string, b: string): number {
  const [left, right] = [profileOf(a), profileOf(b)];
  if (left.text === right.text) return left.text === '' ? 0 : 1;
  if (left.pairs.size === 0 || right.pairs.size === 0) return 0;
  let shared = 0;
  for (const [pair, count] of left.pairs) shared += Math.min(count, right.pairs.get(pair) ?? 0);
  return (2 * shared) / (left.text.length + right.text.length - 2);
}

/** Returns the rest of each serial number behind the part that all of them share, if there are several. */
function suffixes(sns: readonly string[]): Map<string, string> {
  const [first = ''] = sns;
  let shared = sns.length > 1 ? first.length : 0;
  for (const sn of sns) while (!sn.startsWith(first.slice(0, shared))) shared -= 1;
  // The cut is between whole words, so that the rest of INV1 and INV2 is not 1 and 2.
  const cut = first.slice(0, shared).search(/[^\p{L}\p{N}][\p{L}\p{N}]*$/u) + 1;
  return new Map(sns.map((sn) => [sn, sn.slice(cut)]));
}

type Devices = Map<string, MatchVariable[]>;
const devicesOf = (variables: readonly MatchVariable[]): Devices =>
  Map.groupBy(variables, ({ deviceSn }) => deviceSn);

/** Returns whether two facts agree. An unknown one does not contradict. */
const agrees = <T>(a: T | null, b: T | null): boolean => a === null || b === null || a === b;
const same = <T>(a: T | null, b: T | null): boolean => a !== null && a === b;

/** Returns the share of the source's codes that the other device has, too. */
function countSharedCodes(source: readonly MatchVariable[], target: readonly MatchVariable[]): number {
  const codes = new Set(target.map(({ code }) => code));
  return source.filter(({ code }) => codes.has(code)).length / source.length;
}

function scoreDevice(
  source: readonly MatchVariable[],
  target: readonly MatchVariable[],
  hasSuffix: boolean,
): number {
  const [a, b] = [source[0]!, target[0]!];
  if (!agrees(a.deviceType, b.deviceType)) return 0;
  return (
    (hasSuffix ? 4 : 0) +
    (same(a.deviceType, b.deviceType) ? 4 : 0) +
    (same(a.deviceModel, b.deviceModel) ? 2 : 0) +
    4 * countSharedCodes(source, target) +
    2 * nameSimilarity(a.deviceName, b.deviceName)
  );
}

/** Matches devices of the two stations, each with at most one, the surest first. */
function pairDevices(sources: Devices, targets: Devices): Map<string, MatchVariable[]> {
  const ends = [suffixes([...sources.keys()]), suffixes([...targets.keys()])] as const;
  const pairs = [...sources].flatMap(([from, source]) =>
    [...targets].map(([to, target]) => ({
      ...{ from, to, target },
      score: scoreDevice(source, target, ends[0].get(from) === ends[1].get(to)),
    })),
  );
  const paired = new Map<string, MatchVariable[]>();
  const taken = new Set<string>();
  // Pairs with the same score keep their order.
  for (const { from, to, target, score } of pairs.sort((a, b) => b.score - a.score)) {
    if (score < MIN_DEVICE_SCORE || paired.has(from) || taken.has(to)) continue;
    paired.set(from, target);
    taken.add(to);
  }
  return paired;
}

const fits = (a: MatchVariable, b: MatchVariable): boolean =>
  agrees(a.dataType, b.dataType) && agrees(a.unit, b.unit) && agrees(a.kind, b.kind);

/** Returns the equal variable: by its key, or otherwise by its quantity and its name. Null if that is not sure. */
function matchVariable(
  source: MatchVariable,
  among: readonly MatchVariable[],
): { to: MatchVariable; exact: boolean } | null {
  const byCode = among.find((candidate) => candidate.code === source.code && fits(source, candidate));
  if (byCode) return { to: byCode, exact: true };
  const alike = among
    .map((to) => ({ to, score: fits(source, to) ? nameSimilarity(source.name, to.name) : 0 }))
    .filter(({ score }) => score >= SIMILAR)
    .sort((a, b) => b.score - a.score);
  const [best, next] = alike;
  return best && best.score > (next?.score ?? 0) ? { to: best.to, exact: false } : null;
}

/** Returns the candidates for the user, the likeliest first. */
function rankCandidates(source: MatchVariable, targets: readonly MatchVariable[]): MatchVariable[] {
  const score = (candidate: MatchVariable): number =>
    (same(source.unit, candidate.unit) ? 3 : 0) +
    (same(source.kind, candidate.kind) ? 1 : 0) +
    (same(source.deviceType, candidate.deviceType) ? 2 : 0) +
    2 * nameSimilarity(source.code, candidate.code) +
    3 * nameSimilarity(source.name, candidate.name);
  return targets
    .filter(({ dataType }) => agrees(source.dataType, dataType))
    .map((candidate) => ({ one: candidate, score: score(candidate) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_CANDIDATES)
    .map(({ one }) => one);
}

type Named = Pick<VariablePlace, 'device' | 'variable'>;

/** Describes a variable that this platform does not have, by its serial numbers. */
function guessVariable({ device, variable }: Named): MatchVariable {
  const code = variable.startsWith(`${device}-`) ? variable.slice(device.length + 1) : variable;
  return {
    ...{ sn: variable, code, name: code, unit: null, kind: null, dataType: null },
    ...{ deviceSn: device, deviceName: device, deviceType: null, deviceModel: null },
  };
}

/** Replaces a pair, or removes it. An entry of a list is emptied, not removed. */
function writePlace(
  document: DashboardDocument,
  path: VariablePlace['path'],
  pair: [string, string] | null,
): void {
  let holder = document as unknown as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) holder = holder[step] as typeof holder;
  const last = path.at(-1)!;
  if (pair) holder[last] = pair;
  else if (Array.isArray(holder)) holder[last as number] = [];
  else delete holder[last];
}

/**
 * Finds for each of the variables the one that stands for it on the station; null where nothing does for sure.
 *
 * @param bySn what is known of them, by their serial numbers
 * @param targets all variables of the station
 */
export function matchVariables<P extends Named>(
  places: readonly P[],
  bySn: ReadonlyMap<string, MatchVariable>,
  targets: readonly MatchVariable[],
): { place: P; source: MatchVariable; found: { to: MatchVariable; exact: boolean } | null }[] {
  const targetsBySn = new Map(targets.map((target) => [target.sn, target]));
  const named = places.map((place) => ({
    place,
    source: bySn.get(place.variable) ?? guessVariable(place),
  }));
  const paired = pairDevices(devicesOf(named.map(({ source }) => source)), devicesOf(targets));
  return named.map(({ place, source }) => {
    const stays = targetsBySn.get(place.variable);
    const match = stays
      ? { to: stays, exact: true }
      : matchVariable(source, paired.get(source.deviceSn) ?? []);
    return { place, source, found: match };
  });
}

/**
 * Matches the variables of a board; one that follows the board's device is the same everywhere and stays as it is.
 *
 * @param bySn what is known of the variables that the board names, by their serial numbers
 * @param targets all variables of the station where it shall open
 */
export function matchBoard(
  document: DashboardDocument,
  definitions: Readonly<Record<string, Pick<WidgetDefinition, 'config'> | undefined>>,
  bySn: ReadonlyMap<string, MatchVariable>,
  targets: readonly MatchVariable[],
): BoardMatch {
  const result: BoardMatch = { document: structuredClone(document), matched: [], missing: [] };
  const places = findVariables(document, definitions).filter((place) => !followsDevice(place));
  for (const { place, source, found: match } of matchVariables(places, bySn, targets)) {
    const common = { widgetId: place.widgetId, pointer: pathPointer(place.path) };
    writePlace(result.document, place.path, match && [match.to.deviceSn, match.to.sn]);
    if (match) result.matched.push({ ...common, from: place.variable, to: match.to.sn, exact: match.exact });
    else
      result.missing.push({
        ...common,
        device: place.device,
        variable: place.variable,
        name: bySn.has(place.variable) ? source.name : null,
        unit: source.unit,
        candidates: result.missing.length < MAX_RANKED ? rankCandidates(source, targets) : [],
      });
  }
  return result;
}
