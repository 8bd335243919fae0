import { createContext, use } from 'react';
import { usePhone } from '../theme/useMedia.ts';

/** True where buttons show only icons, for example beside a title with little space. */
export const ShortButtons = createContext(false);

/** Returns whether a button shows only its icon. Its text is then the tooltip. */
export function useShort(): boolean {
  const phone = usePhone();
  return use(ShortButtons) || phone;
}
