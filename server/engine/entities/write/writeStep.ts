import type { CallContext } from '../../context.ts';
import type { DictionaryStep } from '../../dictionary/check.ts';
import { rememberDictionaries } from '../../dictionary/memory.ts';

/** The writer, the language of the answer, and the services that a write needs. */
export type WriteStep = Pick<CallContext, 'session' | 'lang' | 'vault' | 'zone'> &
  Pick<DictionaryStep, 'dictionaries'>;

/** Returns the step for a transaction that writes only one record. */
export function stepAlone(ctx: WriteStep & Pick<CallContext, 'hub'>): WriteStep {
  const { session, lang, vault, zone, hub } = ctx;
  return { session, lang, vault, zone, dictionaries: rememberDictionaries(hub) };
}
