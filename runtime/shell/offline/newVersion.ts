import { create } from 'zustand';

/** Takes the version that is there to be taken; null where there is none. */
export const useNewVersion = create<{ take: (() => void) | null }>(() => ({ take: null }));
