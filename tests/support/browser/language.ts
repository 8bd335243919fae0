import type { Lang } from '../../../runtime/core/text/lang.ts';

/**
 * Language of every window of a test, whatever the language of the browser. A test about another language sets that
 * one.
 */
export const TEST_LANG: Lang = 'en';
