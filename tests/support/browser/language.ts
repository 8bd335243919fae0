import type { Lang } from '../../../runtime/core/text/lang.ts';

/**
 * Language of every window of a test, whatever the browser's own language is. A test about another language sets it.
 */
export const TEST_LANG: Lang = 'en';
