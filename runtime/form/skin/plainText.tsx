import type { ReactNode } from 'react';

/** Stands in for the library with which @rjsf/core draws Markdown: texts of definitions are plain, and shown as they are. */
export const Markdown = ({ children }: { children?: ReactNode }) => children;
