/** V032: returns the number of open alarms. Zero means normal, and any value that is not a number counts as zero. */
export function openAlarms(status: Record<string, unknown> | null): number {
  const amount = status?.unclosedAlarmAmount;
  return typeof amount === 'number' && amount > 0 ? amount : 0;
}

/** V015: leads to the records only while there are open alarms, and never while the board is edited. */
export const leadsToRecords = (amount: number, editing: boolean): boolean => amount > 0 && !editing;
