/**
 * Converts a board from one station to another. Each variable is replaced by the matching one. Devices are matched
 * first, then their variables: by key, or otherwise by quantity and name.
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

interface Match {
  widgetId: string;
  pointer: string;
}
interface BoardMatch {
  document: DashboardDocument;
  matched: (Match & { from: string; to: string; exact: boolean })[];
  missing: (Match & {
    device: string | null;
    variable: string;
    name: string | null;
    unit: string | null;
    candidates: MatchVariable[];
  })[];
}

const MAX_CANDIDATES = 8;
/** Maximum number of variables with candidates. Users cannot check more by hand. */
const MAX_RANKED = 200;
/** Minimum similarity of two matching names. */
const SIMILAR = 0.6;
/** Minimum score of two matching devices. */
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

/** Returns the profile of a name. It is cached, because each name is compared with many others. */
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

/** Returns the serial numbers without their common prefix. A single number remains whole. */
function suffixes(sns: readonly string[]): Map<string, string> {
  const [first = ''] = sns;
  let shared = sns.length > 1 ? first.length : 0;
  for (const sn of sns) while (!sn.startsWith(first.slice(0, shared))) shared -= 1;
  // The prefix ends at a word boundary. INV1 and INV2 therefore remain whole.
  const cut = first.slice(0, shared).search(/[^\p{L}\p{N}][\p{L}\p{N}]*$/u) + 1;
  return new Map(sns.map((sn) => [sn, sn.slice(cut)]));
}

type Devices = Map<string, MatchVariable[]>;
const devicesOf = (variables: readonly MatchVariable[]): Devices =>
  Map.groupBy(variables, ({ deviceSn }) => deviceSn);

/** Returns whether two properties agree. An unknown property agrees with any. */
const agrees = <T>(a: T | null, b: T | null): boolean => a === null || b === null || a === b;
const same = <T>(a: T | null, b: T | null): boolean => a !== null && a === b;

/** Returns the share of the source's codes that the target device also has. */
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

/** Matches the devices of two stations one to one, the highest score first. */
function pairDevices(sources: Devices, targets: Devices): Map<string, MatchVariable[]> {
  const ends = [suffixes([...sources.keys()]), suffixes([...targets.keys()])] as const;
  const pairs = [...sources].flatMap(([from, source]) =>
    [...targets].map(([to, target]) => ({
      ...{ from, to, target },
      score: scoreDevice(source, target, ends[0].get(from) === ends[1].get(to)),
    })),
  );
  const paired = new Map<string, MatchVariable[]>();
  const used = new Set<string>();
  // Sorting is stable: pairs with equal scores keep their order.
  for (const { from, to, target, score } of pairs.sort((a, b) => b.score - a.score)) {
    if (score < MIN_DEVICE_SCORE || paired.has(from) || used.has(to)) continue;
    paired.set(from, target);
    used.add(to);
  }
  return paired;
}

const fits = (a: MatchVariable, b: MatchVariable): boolean =>
  agrees(a.dataType, b.dataType) && agrees(a.unit, b.unit) && agrees(a.kind, b.kind);

/** Returns the matching variable by key, or otherwise by quantity and name. Null if the match is ambiguous. */
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

/** Returns the candidates, the most likely first. */
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

/** Describes an unknown variable by its serial numbers. */
function guessVariable({ device, variable }: Named): MatchVariable {
  const code = variable.startsWith(`${device}-`) ? variable.slice(device.length + 1) : variable;
  return {
    ...{ sn: variable, code, name: code, unit: null, kind: null, dataType: null },
    ...{ deviceSn: device, deviceName: device, deviceType: null, deviceModel: null },
  };
}

/** Replaces or removes a pair. A list entry is emptied, so that the other indexes remain valid. */
function writePlace(
  document: DashboardDocument,
  path: VariablePlace['path'],
  pair: [string, string] | null,
): void {
  let parent = document as unknown as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) parent = parent[step] as typeof parent;
  const last = path.at(-1)!;
  if (pair) parent[last] = pair;
  else if (Array.isArray(parent)) parent[last as number] = [];
  else delete parent[last];
}

/**
 * Finds the matching variable of the station for each variable. Null without a certain match.
 *
 * @param bySn the known properties of the variables, by serial number
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
 * Matches the variables of a board. Variables of the board's device are named by keys and remain unchanged.
 *
 * @param bySn the known properties of the board's variables, by serial number
 * @param targets all variables of the target station
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
