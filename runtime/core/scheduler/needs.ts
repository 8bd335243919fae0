/** Combines the needs of many widgets. Identical needs are requested once, similar needs in one request. */
import type { BoardNeed, NeedResult, NeedSpec } from './types.ts';

type WithSns = Extract<NeedSpec, { sns: string[] }>;
const hasSns = (spec: NeedSpec): spec is WithSns => 'sns' in spec;

/** The server's limits for one request. Larger boards need several requests. */
export const MAX_SNS = 100;
export const MAX_NEEDS = 100;

/** Returns the key of a need. Needs with equal keys request the same data. */
export function needKey(spec: NeedSpec): string {
  const entries = Object.entries(spec).filter(([name]) => name !== 'key');
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the identity of a need, which does not change when its time window moves. */
export function needIdentity(spec: NeedSpec): string {
  const entries = Object.entries(spec).filter(([name]) => name !== 'from' && name !== 'to');
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the common key of needs that differ only in their variables. */
function groupKey(spec: WithSns): string {
  return needKey({ ...spec, sns: [] });
}

export interface Plan {
  needs: BoardNeed[];
  /** The needs that each request answers, by request key. */
  answers: Map<string, NeedSpec[]>;
}

/** `apart`: identities of needs that are requested separately, after a common request has failed. */
export function planRound(specs: readonly NeedSpec[], apart: ReadonlySet<string>): Plan {
  const unique = new Map(specs.map((spec) => [needKey(spec), spec]));
  const groups = new Map<string, NeedSpec[]>();
  const room = new Map<string, { name: string; sns: Set<string> }>();
  for (const [key, spec] of unique) {
    if (!hasSns(spec) || apart.has(needIdentity(spec))) {
      groups.set(key, [spec]);
      continue;
    }
    const base = groupKey(spec);
    const open = room.get(base);
    const fits = open && new Set([...open.sns, ...spec.sns]).size <= MAX_SNS;
    const target = fits ? open : { name: fits === undefined ? base : key, sns: new Set<string>() };
    for (const sn of spec.sns) target.sns.add(sn);
    room.set(base, target);
    groups.set(target.name, [...(groups.get(target.name) ?? []), spec]);
  }
  const answers = new Map<string, NeedSpec[]>();
  const needs = [...groups.values()].map((members, index): BoardNeed => {
    const key = `n${index + 1}`;
    answers.set(key, members);
    const first = members[0]!;
    if (!hasSns(first)) return { ...first, key };
    const sns = [...new Set(members.flatMap((spec) => (hasSns(spec) ? spec.sns : [])))];
    return { ...first, sns, key };
  });
  return { needs, answers };
}

const rowSn = (row: unknown): unknown =>
  typeof row === 'object' && row !== null ? Reflect.get(row, 'sn') : null;

/** Returns one need's rows of a common answer, in the order of its variables. */
function ownPart(spec: NeedSpec, result: NeedResult): NeedResult {
  if (!result.ok || !hasSns(spec) || !Array.isArray(result.data)) return result;
  const rows = new Map(result.data.map((row) => [rowSn(row), row]));
  return { ...result, data: spec.sns.flatMap((sn) => rows.get(sn) ?? []) };
}

export interface RoundAnswer {
  results: Map<string, NeedResult>;
  /** Needs of a failed common request. Each is requested separately, because one need may have caused the failure. */
  retry: NeedSpec[];
}

export function readRound(plan: Plan, answered: readonly NeedResult[]): RoundAnswer {
  const byKey = new Map(answered.map((result) => [result.key, result]));
  const results = new Map<string, NeedResult>();
  const retry: NeedSpec[] = [];
  for (const [key, specs] of plan.answers) {
    const result = byKey.get(key) ?? { key, ok: false };
    if (!result.ok && specs.length > 1) retry.push(...specs);
    else
      for (const spec of specs) results.set(needKey(spec), { ...ownPart(spec, result), key: needKey(spec) });
  }
  return { results, retry };
}
