const NOON = 12;
const EVENING = 18;
const NIGHT_ENDS = 5;

/** Returns the part of the day for an hour from 0 to 23. The night counts as evening. */
export function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour < NIGHT_ENDS || hour >= EVENING) return 'evening';
  return hour < NOON ? 'morning' : 'afternoon';
}
