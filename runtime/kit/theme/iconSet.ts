/**
 * The named icons of definitions, widgets and menus. One drawing style: 24 × 24, round strokes in the text's
 * colour. A glyph is one SVG path; further parts of the same path begin with `M`.
 */

import type { IconDrawing } from './iconDrawing.ts';
import { energyIcons } from './icons.energy.ts';
import { generalIcons } from './icons.general.ts';

export const icons = { ...energyIcons, ...generalIcons } satisfies Record<string, IconDrawing>;
export type IconName = keyof typeof icons;

export function isIconName(name: string): name is IconName {
  return Object.hasOwn(icons, name);
}

export interface IconEntry extends IconDrawing {
  name: IconName;
}

/** All icons in the order of the picker: energy first. */
export const iconList: readonly IconEntry[] = (Object.keys(icons) as IconName[]).map((name) => ({
  name,
  ...icons[name],
}));

/** The icons whose name or title, in either language, holds the words typed. */
export function findIcons(words: string): readonly IconEntry[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return iconList;
  return iconList.filter(({ name, title }) =>
    [name, title.zh, title.en].some((text) => text.toLowerCase().includes(wanted)),
  );
}
