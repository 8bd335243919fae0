import type { CallContext } from '../context.ts';
import type { DictionaryStep } from '../dictionary/check.ts';

/** The writer, with the language of the answer and what a write reads beside the record. */
export type WriteStep = Pick<CallContext, 'session' | 'lang' | 'vault' | 'zone'> &
  Pick<DictionaryStep, 'dictionaries'>;
