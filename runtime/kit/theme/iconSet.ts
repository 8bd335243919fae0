/**
 * The named icons of definitions, widgets and menus, drawn by Lucide. The names are independent of the library. Only
 * named icons are bundled.
 */

import { addDrawings } from './drawings.ts';
import type { IconDrawing } from './iconDrawing.ts';
import { energyIcons } from './icons.energy.ts';
import { generalIcons } from './icons.general.ts';
import { startIcons } from './icons.start.ts';

export const icons = { ...energyIcons, ...generalIcons, ...startIcons } satisfies Record<string, IconDrawing>;
addDrawings(icons);
export type IconName = keyof typeof icons;

export function isIconName(name: string): name is IconName {
  return Object.hasOwn(icons, name);
}

export interface IconEntry extends IconDrawing {
  name: IconName;
}

/** All icons in the order of the picker, energy first. */
export const iconList: readonly IconEntry[] = (Object.keys(icons) as IconName[]).map((name) => ({
  name,
  ...icons[name],
}));

/** Returns the icons whose name or title, in either language, contains the typed words. */
export function findIcons(words: string): readonly IconEntry[] {
  const search = words.trim().toLowerCase();
  if (search === '') return iconList;
  return iconList.filter(({ name, title }) =>
    [name, title.zh, title.en].some((text) => text.toLowerCase().includes(search)),
  );
}
