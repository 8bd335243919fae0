import { createContext } from 'react';
import type { RefTarget } from '../values/refTarget.ts';

/** Returns the address of a referenced record. Null if there is no page for this reader. */
export type RefLink = (target: RefTarget, key: string | number) => string | null;

/** Links references on a record's page to their records. Elsewhere they are plain text. */
export const RefLinkContext = createContext<RefLink | null>(null);
