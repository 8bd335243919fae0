/** `<Icon name="battery" />` and the named set that it draws from. */
export { Icon } from './Icon.tsx';
export { findIcons, icons, isIconName } from './iconSet.ts';
