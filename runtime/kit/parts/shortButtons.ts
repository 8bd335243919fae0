import { createContext, use } from 'react';
import { usePhone } from '../theme/useMedia.ts';

/** Buttons are their signs alone here: there is little room beside a title. */
export const ShortButtons = createContext(false);

/** Returns whether a button shows its sign alone, with its words as a hint. */
export function useShort(): boolean {
  const phone = usePhone();
  return use(ShortButtons) || phone;
}
