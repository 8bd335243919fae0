/** The points of a counter follow the state of its fall. Pure. */
import { AppError } from '../../../platform/errors/errors.ts';
import { BEGINS, JUDGED } from '../write/batch.ts';

/** The part of a fall's record that decisions read; times are ISO text. */
export interface FallRecord {
  state: string;
  variableSn: string;
  beforeAt: string;
  before: number;
  afterAt: string;
  after: number;
  backAt: string | null;
  wrongReading: string | null;
  oldEnd: number | null;
  newStart: number | null;
  exchangedAt: string | null;
}

/** The points of a span get a quality; with a value, one point is written at its begin. Milliseconds since 1970. */
export interface Correction {
  lower: number;
  /** Inside. */
  upper: number;
  quality: number;
  value?: number;
}

const GOOD = 0;
const MINUTE_MS = 60_000;

/** Two moments in a row for the last reading of the old meter and the first of the new one: no bucket begins between them. */
export function exchangeMoment({ exchangedAt, beforeAt, afterAt }: FallRecord): number {
  const before = Date.parse(beforeAt);
  const after = Date.parse(afterAt);
  const asked = exchangedAt === null ? after - 2 : Date.parse(exchangedAt);
  const moment = asked % MINUTE_MS === MINUTE_MS - 1 ? asked - 1 : asked;
  if (moment <= before || moment + 1 >= after)
    throw new AppError('counterFall.exchangedOutside', {}, { field: '/exchangedAt' });
  return moment;
}

/** Refuses readings of two meters that contradict what was recorded. */
function checkReadings({ before, after, oldEnd, newStart }: FallRecord): void {
  if (oldEnd! < before)
    throw new AppError('counterFall.oldEndBelow', { reading: String(before) }, { field: '/oldEnd' });
  if (newStart! > after)
    throw new AppError('counterFall.newStartAbove', { reading: String(after) }, { field: '/newStart' });
}

/** The corrections that the state of a record asks for. */
function enforce(record: FallRecord): Correction[] {
  const [before, after] = [Date.parse(record.beforeAt), Date.parse(record.afterAt)];
  switch (record.state) {
    case 'wrong': {
      const at = record.wrongReading === 'before' ? before : after;
      return [{ lower: at, upper: at, quality: JUDGED }];
    }
    case 'exchanged': {
      checkReadings(record);
      const at = exchangeMoment(record);
      return [
        { lower: at, upper: at, quality: GOOD, value: record.oldEnd! },
        { lower: at + 1, upper: at + 1, quality: BEGINS, value: record.newStart! },
      ];
    }
    case 'restored':
      return [{ lower: after, upper: Date.parse(record.backAt!) - 1, quality: GOOD }];
    default:
      return [];
  }
}

/** The corrections that take those of a state away again. */
const REVERSED: Readonly<Record<number, number>> = { [GOOD]: JUDGED, [BEGINS]: JUDGED, [JUDGED]: GOOD };
const reverse = (corrections: readonly Correction[]): Correction[] =>
  corrections.map(({ lower, upper, quality }) => ({ lower, upper, quality: REVERSED[quality]! }));

/** Lists what is to be corrected when a record moves from one state to another. */
export const correctionsOf = (from: FallRecord, to: FallRecord): Correction[] =>
  from.state === to.state ? [] : [...reverse(enforce(from)), ...enforce(to)];
