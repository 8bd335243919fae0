/** Adds the time and place of a photo to its name. A report prints it below the picture. */
import { formatMoment } from '../../../core/numbers/format.ts';

/** Photos older than this are from the gallery and get no place. */
const JUST_NOW_MS = 5 * 60_000;
const PATIENCE_MS = 5000;
/** About ten metres. */
const DECIMALS = 4;

/** Returns the present place. Null if the user or the browser does not provide it. */
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
