/** The variable of a converter that takes the set point. */
export const SET_POINT = 'setpoint';

/** Seconds after which the controller decides again, and repeats a set point. */
export const CYCLE_S = 15;
