import type { ListDisplay } from '../../../generated/definition.ts';
import { readPlace } from '../../core/place.ts';
import type { Point } from '../../kit/map/view.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';

export interface Placed {
  record: ListRecord;
  at: Point;
}

/** Returns the records that have a complete position. */
export function placedRecords({ place = [] }: ListDisplay, records: readonly ListRecord[]): Placed[] {
  const [first = '', second] = place;
  return records.flatMap((record) => {
    const [longitude, latitude] = readPlace(record[first], second && record[second]);
    return longitude === undefined || latitude === undefined ? [] : [{ record, at: [longitude, latitude] }];
  });
}
