/** V032: no unclosed alarms = normal; anything that is no number of alarms counts as none. */
export function openAlarms(status: Record<string, unknown> | null): number {
  const amount = status?.unclosedAlarmAmount;
  return typeof amount === 'number' && amount > 0 ? amount : 0;
}

/** V015: only while there are open alarms, and never while the board is edited. */
export const leadsToRecords = (amount: number, editing: boolean): boolean => amount > 0 && !editing;
