/** V027: 1 means open and 0 means handled – the opposite of the communication status (V028), hence the names. */
export const ALARM_OPEN = 1;
export const ALARM_HANDLED = 0;
