/** The code of the converter's variable that accepts the set point. */
export const SET_POINT = 'setpoint';

/** Interval in seconds at which the controller decides again and repeats a set point. */
export const CYCLE_S = 15;
