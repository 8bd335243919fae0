import { describe, expect, it } from 'vitest';
import { sunPosition } from '../../../../demo/simulator/sun.ts';
import { clearSky, diffuseShare } from '../../../../demo/simulator/weather.ts';

describe('sun position', () => {
  it('matches the almanac for Greenwich at the summer solstice noon', () => {
    // 90° - 51.4779° + 23.436°, the sun in the south.
    const { elevation, azimuth } = sunPosition(51.4779, 0, Date.UTC(2026, 5, 21, 12, 2));
    expect(elevation).toBeCloseTo(61.96, 1);
    expect(azimuth).toBeGreaterThan(178.5);
    expect(azimuth).toBeLessThan(181.5);
  });

  it('is on the horizon at the published sunrise of Shanghai', () => {
    // 2026-03-20: sunrise is at 05:59 local time. Refraction and disc put the centre 0.83° below the horizon.
    const { elevation, azimuth } = sunPosition(31.23, 121.47, Date.UTC(2026, 2, 19, 21, 59));
    expect(Math.abs(elevation + 0.83)).toBeLessThan(0.4);
    expect(Math.abs(azimuth - 90)).toBeLessThan(1);
  });

  it('passes north of the zenith in the south', () => {
    const { azimuth } = sunPosition(-34.85, 138.56, Date.UTC(2026, 11, 21, 2, 45));
    expect(Math.min(azimuth, 360 - azimuth)).toBeLessThan(10);
  });
});

describe('irradiance', () => {
  it('is zero below the horizon and about a kilowatt in the zenith', () => {
    expect(clearSky(-0.1)).toBe(0);
    expect(clearSky(1)).toBeGreaterThan(1000);
    expect(clearSky(1)).toBeLessThan(1100);
  });

  it('is nearly all diffuse under thick clouds and mostly direct under a clear sky', () => {
    expect(diffuseShare(0.1)).toBeGreaterThan(0.98);
    expect(diffuseShare(0.78)).toBeLessThan(0.25);
  });
});
