/** Merges the raw numbers of a variable in a window from all tables. */
import { sql } from 'kysely';

export interface Course {
  /** Milliseconds since 1970, ascending. */
  times: number[];
  values: number[];
  /** Null if all points are good. */
  quality: number[] | null;
}

export interface CourseRequest {
  tenantId: number;
  ids: readonly number[];
  /** Half-open window in milliseconds. */
  from: number;
  to: number;
}

export const decodeBytes = (text: string): Buffer => Buffer.from(text, 'base64');
export const toTimestamp = (ts: number) => sql`to_timestamp(${ts / 1000})`;

function addMark(course: Course, mark: number): void {
  if (course.quality) course.quality.push(mark);
  else if (mark !== 0) course.quality = [...course.times.slice(1).map(() => 0), mark];
}

/**
 * Merges two series. Points of the second override points of the first with the same time, because they arrived later.
 */
export function joinCourses(first: Course, second: Course): Course {
  if (second.times.length === 0) return first;
  if (first.times.length === 0) return second;
  // The second series usually has the newest points. The points before them are copied unchanged.
  let one = first.times.findLastIndex((ts) => ts < second.times[0]!) + 1;
  let two = 0;
  const joined: Course = {
    times: first.times.slice(0, one),
    values: first.values.slice(0, one),
    quality: first.quality?.slice(0, one) ?? null,
  };
  while (one < first.times.length || two < second.times.length) {
    const early = first.times[one] ?? Infinity;
    const late = second.times[two] ?? Infinity;
    const [source, index] = late <= early ? [second, two] : [first, one];
    if (early <= late) one += 1;
    if (late <= early) two += 1;
    joined.times.push(source.times[index]!);
    joined.values.push(source.values[index]!);
    addMark(joined, source.quality?.[index] ?? 0);
  }
  return joined;
}
