/** V032: returns the number of open alarms. Zero means normal. An invalid value counts as zero. */
export function openAlarms(status: Record<string, unknown> | null): number {
  const amount = status?.unclosedAlarmAmount;
  return typeof amount === 'number' && amount > 0 ? amount : 0;
}

/** V015: links to the alarm records only if alarms are open, and never in edit mode. */
export const leadsToRecords = (amount: number, editing: boolean): boolean => amount > 0 && !editing;
