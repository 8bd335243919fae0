import type { ReactNode } from 'react';

/** Replaces RJSF's Markdown library, because texts of definitions are plain. */
export const Markdown = ({ children }: { children?: ReactNode }) => children;
