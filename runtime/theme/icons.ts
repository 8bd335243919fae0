/** `<Icon name="battery" />` and the named set that it draws from. */
export { Icon } from './Icon.tsx';
export { findIcons, type IconEntry, type IconName, iconList, icons, isIconName } from './iconSet.ts';
