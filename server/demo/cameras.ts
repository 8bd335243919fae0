import type { Lang } from '../../runtime/core/lang.ts';

const CAMERAS = [
  { name: { zh: '储能场区', en: 'Battery yard' }, place: { zh: '1 号立杆', en: 'Pole 1' } },
  { name: { zh: '站区大门', en: 'Main gate' }, place: { zh: '门卫室', en: 'Gatehouse' } },
];

/** Two cameras of a demo site; their pictures are drawn by the server. */
export const demoCameras = (stationSn: string, lang: Lang): Record<string, unknown>[] =>
  CAMERAS.map(({ name, place }) => ({
    stationSn,
    name: name[lang],
    place: place[lang],
    protocol: 'simulated',
  }));
