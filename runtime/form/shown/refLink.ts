import { createContext } from 'react';
import type { RefTarget } from '../values/refTarget.ts';

/** Finds the address of a record that is referred to; null where there is no page of it for this reader. */
export type RefLink = (target: RefTarget, key: string | number) => string | null;

/** On the page of a record its references lead to the records they name; elsewhere they are words. */
export const RefLinkContext = createContext<RefLink | null>(null);
