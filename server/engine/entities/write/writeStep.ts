import type { CallContext } from '../../context.ts';
import type { DictionaryStep } from '../../dictionary/check.ts';
import { rememberDictionaries } from '../../dictionary/memory.ts';

/** The writer, with the language of the answer and what a write reads beside the record. */
export type WriteStep = Pick<CallContext, 'session' | 'lang' | 'vault' | 'zone'> &
  Pick<DictionaryStep, 'dictionaries'>;

/** The step of a transaction that writes one record and nothing else. */
export function stepAlone(ctx: WriteStep & Pick<CallContext, 'hub'>): WriteStep {
  const { session, lang, vault, zone, hub } = ctx;
  return { session, lang, vault, zone, dictionaries: rememberDictionaries(hub) };
}
