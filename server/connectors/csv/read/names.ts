/** Names of files and columns. Pure. */

import { findUnit } from '../../../../runtime/core/numbers/unit.ts';
import { isKeyValid } from '../../../sites/telemetry/intake/autoVariables.ts';
import { decimalsOf, kindOf, unitOfName } from '../../../sites/telemetry/intake/unitOfName.ts';

/**
 * `*` matches any characters. Case is ignored. Each part is searched once from left to right, so the time is limited
 * by the name's length.
 */
export function matchesName(name: string, pattern: string): boolean {
  const text = name.toLowerCase();
  const [first = '', ...parts] = pattern.toLowerCase().split('*');
  const last = parts.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let position = first.length;
  for (const part of parts) {
    const start = text.indexOf(part, position);
    if (start < 0) return false;
    position = start + part.length;
  }
  return text.length - last.length >= position && text.endsWith(last);
}

/** Finds a column by its heading, or by its position from 1: `#1`. -1 if there is none. */
export function findColumn(column: string, headings: readonly string[] | null, count: number): number {
  const named = headings?.indexOf(column) ?? -1;
  if (named >= 0) return named;
  const place = Number(/^#([1-9]\d{0,4})$/.exec(column)?.[1] ?? 0);
  return place <= count ? place - 1 : -1;
}

/** Returns the name of a column in a mapping: its heading if the heading is unique. */
export function nameColumn(index: number, headings: readonly string[] | null): string {
  const heading = headings?.[index] ?? '';
  return heading !== '' && headings?.indexOf(heading) === index ? heading : `#${index + 1}`;
}

const IN_BRACKETS = /^(.*\S)\s*[[(（【]([^\])）】]{1,20})[\])）】]$/;
const BEHIND = /^(.*\S)(?:\s*\/\s*| in )(\S{1,20})$/;
/** A phase after the unit, as in `Voltage V (A)`. */
const PHASE = /^(?:[ABCN]|L[123N]?|[UVWRST]|[123])$/;
const OF_TEMPERATURE = /^[Cc]$/;

const unitInBrackets = (text: string): string | undefined =>
  findUnit(text.trim()) ?? (OF_TEMPERATURE.test(text.trim()) ? '°C' : undefined);

/** Splits a heading into its text and its unit. Undefined if the heading has no separate unit. */
function splitHeading(heading: string): { name: string; unit: string } | undefined {
  const brackets = IN_BRACKETS.exec(heading);
  if (brackets && PHASE.test(brackets[2]!.trim())) {
    const unit = findUnit(brackets[1]!);
    const of = unit === undefined ? splitBehind(brackets[1]!) : { name: brackets[1]!, unit };
    if (of) return { name: `${of.name} (${brackets[2]!.trim()})`, unit: of.unit };
  }
  const price = /^(.*\S)\s+(\S+\/\S+)$/.exec(heading);
  const priced = price && findUnit(price[2]!);
  if (priced) return { name: price[1]!, unit: priced };
  if (findUnit(heading) !== undefined) return undefined;
  const match = brackets ?? BEHIND.exec(heading);
  const unit = match ? unitInBrackets(match[2]!) : undefined;
  return unit === undefined ? splitInside(heading) : { name: match![1]!, unit };
}

const INSIDE = /^(.*\S)\s*[[(]([^\])]{1,20})[\])]\s*(\S.*)$/;

/** Splits `Gas [MWh] by the hour`, where words follow the unit. Undefined if there is no unit. */
function splitInside(heading: string): { name: string; unit: string } | undefined {
  const [, before, text, behind] = INSIDE.exec(heading) ?? [];
  const unit = text === undefined || PHASE.test(text.trim()) ? undefined : findUnit(text.trim());
  return unit === undefined ? undefined : { name: `${before} ${behind}`, unit };
}

/**
 * Splits `Active energy Wh`, where the last word is a unit in its exact spelling. Undefined if it is none.
 */
function splitBehind(text: string): { name: string; unit: string } | undefined {
  const match = /^(.*\S)\s+(\S+)$/.exec(text);
  const unit = match ? findUnit(match[2]!) : undefined;
  return unit === undefined ? undefined : { name: match![1]!, unit };
}

export interface ReadHeading extends ReturnType<typeof unitOfName> {
  name: string;
  /** Key of the variable. */
  code: string;
}

const MAX_NAME = 80;

/**
 * Reads name and unit from a heading such as `Leistung [kW]`. `fallback` is the key if the heading is not a valid one.
 */
export function readHeading(heading: string, fallback: string): ReadHeading {
  const split = splitHeading(heading);
  const name = (split?.name ?? heading).slice(0, MAX_NAME).trim();
  const unit = split?.unit ?? unitOfName(heading).unit;
  return {
    ...{ unit, kind: kindOf(name, unit), decimals: decimalsOf(unit) },
    name: name || fallback,
    code: isKeyValid(name) ? name : fallback,
  };
}

/** Returns a device number for a file, from its name. The number is valid in an address. */
export function makeDeviceSn(fileName: string): string {
  const plain = fileName.replace(/\.[a-z]{3,4}$/i, '').replace(/[^A-Za-z0-9_.:-]+/g, '-');
  return plain.replace(/^[^A-Za-z0-9]+/, '').slice(0, 64) || 'recording';
}
