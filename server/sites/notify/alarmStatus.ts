/** V027: 1 means open and 0 means handled. The communication status (V028) is the opposite, hence the names. */
export const ALARM_OPEN = 1;
export const ALARM_HANDLED = 0;
