import type { ReactNode } from 'react';

/** Replaces the library with which @rjsf/core draws Markdown: texts of definitions are plain, and shown as they are. */
export const Markdown = ({ children }: { children?: ReactNode }) => children;
