const NOON = 12;
const EVENING = 18;
const NIGHT_ENDS = 5;

/** Hours from 0 to 23; who works at night is still in the evening. */
export function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour < NIGHT_ENDS || hour >= EVENING) return 'evening';
  return hour < NOON ? 'morning' : 'afternoon';
}
