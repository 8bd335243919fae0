/** Sample curves of an invented site for the login page: kW by quarter hour. */
export const QUARTERS = 96;
const SUNRISE = 5.6;
const SUNSET = 18.8;
const PV_PEAK = 92;

const hourOf = (quarter: number) => quarter / 4;
const bump = (hour: number, centre: number, width: number) => Math.exp(-(((hour - centre) / width) ** 2));

/**
 * Returns the PV power in kW of a clear morning with a few clouds in the afternoon. `quarter` is the quarter
 * hour of the day.
 */
export function pvAt(quarter: number): number {
  const hour = hourOf(quarter);
  if (hour <= SUNRISE || hour >= SUNSET) return 0;
  const clear = Math.sin((Math.PI * (hour - SUNRISE)) / (SUNSET - SUNRISE)) ** 1.35;
  const clouds = 0.34 * bump(hour, 14.1, 0.35) + 0.22 * bump(hour, 15.4, 0.25) + 0.12 * bump(hour, 10.3, 0.2);
  return PV_PEAK * clear * (1 - clouds);
}

/** Returns the load of offices during the day, with a peak in the evening. */
export function loadAt(quarter: number): number {
  const hour = hourOf(quarter);
  const ripple = 1.6 * Math.sin(quarter * 0.83) + 1.3 * Math.sin(quarter * 0.37 + 1);
  return 18 + 26 * bump(hour, 10, 2.6) + 20 * bump(hour, 14.6, 2.4) + 40 * bump(hour, 19.4, 1.9) + ripple;
}

/**
 * Returns the battery power in kW. It charges (negative) with the surplus at noon and discharges in the
 * evening.
 */
export function batteryAt(quarter: number): number {
  const hour = hourOf(quarter);
  return -34 * bump(hour, 12.2, 1.7) + 38 * bump(hour, 19.4, 1.6);
}
