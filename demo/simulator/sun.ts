export interface SunPosition {
  /** Degrees above the horizon. */
  elevation: number;
  /** Degrees clockwise from north. */
  azimuth: number;
  /** Irradiance above the atmosphere on a plane facing the sun, W/m². */
  extraterrestrial: number;
}

const DEG = Math.PI / 180;
const SOLAR_CONSTANT = 1361;
const J2000_MS = Date.UTC(2000, 0, 1, 12);
const DAY_MS = 86_400_000;

/** Returns the position of the sun by the low-precision formulas of the Astronomical Almanac (error below 0.02°). */
export function sunPosition(latitude: number, longitude: number, ts: number): SunPosition {
  const days = (ts - J2000_MS) / DAY_MS;
  const meanLongitude = 280.46 + 0.9856474 * days;
  const anomaly = (357.528 + 0.9856003 * days) * DEG;
  const ecliptic = (meanLongitude + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * DEG;
  const obliquity = (23.439 - 0.0000004 * days) * DEG;
  const declination = Math.asin(Math.sin(obliquity) * Math.sin(ecliptic));
  const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(ecliptic), Math.cos(ecliptic));
  const siderealDegrees = 280.46061837 + 360.98564736629 * days + longitude;
  const hourAngle = (siderealDegrees % 360) * DEG - ascension;
  const phi = latitude * DEG;
  const sinElevation =
    Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.cos(hourAngle);
  const azimuth = Math.atan2(
    -Math.sin(hourAngle),
    Math.tan(declination) * Math.cos(phi) - Math.sin(phi) * Math.cos(hourAngle),
  );
  const distance = 1.00014 - 0.01671 * Math.cos(anomaly) - 0.00014 * Math.cos(2 * anomaly);
  return {
    elevation: Math.asin(Math.min(1, Math.max(-1, sinElevation))) / DEG,
    azimuth: (azimuth / DEG + 360) % 360,
    extraterrestrial: SOLAR_CONSTANT / distance ** 2,
  };
}
