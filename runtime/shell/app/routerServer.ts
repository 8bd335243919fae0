/** Replaces the router's code for server rendering, which is not used. */
import { createContext, type Ref } from 'react';

export const FrameworkContext = createContext<undefined>(undefined);

export const PrefetchPageLinks = (): null => null;

export const usePrefetchBehavior = (): [should: false, ref: null, handlers: object] => [false, null, {}];

export const mergeRefs = <T>(own: Ref<T>): Ref<T> => own;
