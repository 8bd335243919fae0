import { create } from 'zustand';

/** Installs the available version. Null if there is none. */
export const useNewVersion = create<{ take: (() => void) | null }>(() => ({ take: null }));
