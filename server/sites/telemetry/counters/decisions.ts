/** Determines the quality of a counter's points from the state of its fall. Pure. */
import { AppError } from '../../../platform/errors/errors.ts';
import { BEGINS, JUDGED } from '../write/batch.ts';

/** The fields of a fall's record that determine corrections. Times are ISO texts. */
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

/**
 * Sets the quality of the points of a span. With a value, writes one point at the start of the span. Milliseconds since
 * 1970.
 */
export interface Correction {
  lower: number;
  /** Inclusive. */
  upper: number;
  quality: number;
  value?: number;
}

const GOOD = 0;
const MINUTE_MS = 60_000;

/**
 * Returns the time of the old meter's last reading. The new meter's first reading is a millisecond later, and no bucket
 * starts in between.
 */
export function exchangeMoment({ exchangedAt, beforeAt, afterAt }: FallRecord): number {
  const before = Date.parse(beforeAt);
  const after = Date.parse(afterAt);
  const requested = exchangedAt === null ? after - 2 : Date.parse(exchangedAt);
  const moment = requested % MINUTE_MS === MINUTE_MS - 1 ? requested - 1 : requested;
  if (moment <= before || moment + 1 >= after)
    throw new AppError('counterFall.exchangedOutside', {}, { field: '/exchangedAt' });
  return moment;
}

/** Refuses readings of two meters that contradict the recorded points. */
function checkReadings({ before, after, oldEnd, newStart }: FallRecord): void {
  if (oldEnd! < before)
    throw new AppError('counterFall.oldEndBelow', { reading: String(before) }, { field: '/oldEnd' });
  if (newStart! > after)
    throw new AppError('counterFall.newStartAbove', { reading: String(after) }, { field: '/newStart' });
}

/** Returns the corrections for the state of a record. */
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

/** The quality that undoes each quality. */
const REVERSED: Readonly<Record<number, number>> = { [GOOD]: JUDGED, [BEGINS]: JUDGED, [JUDGED]: GOOD };
const reverse = (corrections: readonly Correction[]): Correction[] =>
  corrections.map(({ lower, upper, quality }) => ({ lower, upper, quality: REVERSED[quality]! }));

/** Lists the corrections for a record that changes its state. */
export const correctionsOf = (from: FallRecord, to: FallRecord): Correction[] =>
  from.state === to.state ? [] : [...reverse(enforce(from)), ...enforce(to)];
