/** `<Icon name="battery" />` and its icon set. */
export { Icon } from './Icon.tsx';
export { findIcons, icons, isIconName } from './iconSet.ts';
