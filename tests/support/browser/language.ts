import type { Lang } from '../../../runtime/core/text/lang.ts';

/** Every window of a test speaks it, whatever the browser's own language is; a test about another language says so. */
export const TEST_LANG: Lang = 'en';
