/** The variable of a converter that takes the set point. */
export const SET_POINT = 'setpoint';

/** The controller decides so often, and says a set point again. */
export const CYCLE_S = 15;
