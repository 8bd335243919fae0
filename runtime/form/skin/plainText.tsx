import type { ReactNode } from 'react';

/** Replaces the library with which @rjsf/core draws Markdown, because texts of definitions are plain. */
export const Markdown = ({ children }: { children?: ReactNode }) => children;
