import { createContext } from 'react';
import type { RefTarget } from '../values/refTarget.ts';

/** Returns the address of a referenced record. Null without a page for this reader. */
export type RefLink = (target: RefTarget, key: string | number) => string | null;

/** On a record's page, references link to their records. Elsewhere they are plain text. */
export const RefLinkContext = createContext<RefLink | null>(null);
