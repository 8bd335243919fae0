/** Adds the time and place of a photo to its name. Reports print it below the picture. */
import { formatMoment } from '../../../core/numbers/format.ts';

/** Older photos come from the gallery and get no place. */
const JUST_NOW_MS = 5 * 60_000;
const PATIENCE_MS = 5000;
/** Decimals of a degree, about ten metres. */
const DECIMALS = 4;

/** Returns the current place. Null if the user or the browser refuses. */
const placeNow = (): Promise<string | null> =>
  new Promise((done) => {
    if (!navigator.geolocation) return done(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        done(`${latitude.toFixed(DECIMALS)}, ${longitude.toFixed(DECIMALS)}`),
      () => done(null),
      { timeout: PATIENCE_MS, maximumAge: JUST_NOW_MS },
    );
  });

export async function stampPhoto(file: File, now = Date.now()): Promise<File> {
  const { lastModified, type } = file;
  const place = now - lastModified < JUST_NOW_MS ? await placeNow() : null;
  const time = formatMoment(new Date(lastModified).toISOString(), 'minute');
  const name = [time, place, file.name].filter((part) => part !== null).join(' ');
  return new File([file], name, { type, lastModified });
}
