import { createContext, use } from 'react';
import { usePhone } from '../theme/useMedia.ts';

/** True where buttons show only their icons, because there is little room beside a title. */
export const ShortButtons = createContext(false);

/** Returns whether a button shows only its icon, with its text as a hint. */
export function useShort(): boolean {
  const phone = usePhone();
  return use(ShortButtons) || phone;
}
