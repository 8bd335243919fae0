import type { Calls, Data } from '../../generated/calls.ts';
import type { DictionaryDefinition } from '../../generated/definition.ts';
import type { CallContext } from '../engine/context.ts';
import { readEditedDictionaries } from '../engine/dictionary/entries.ts';
import { AppError } from '../platform/errors/errors.ts';

type Entries = Data<'dictType'>;

const entriesOf = ({ entries }: DictionaryDefinition): Entries => entries as Entries;

export const dictionaryCalls = {
  async dictListByTenant({ query }, { db, session }) {
    const tenantId = query.tenantId ?? session.tenantId;
    if (tenantId !== session.tenantId && !session.admin) throw new AppError('http.forbidden');
    const read = db.tenant(tenantId, (trx) => readEditedDictionaries(trx, tenantId));
    return [...(await read).values()].map((dictionary) => ({
      name: dictionary.name,
      title: dictionary.title,
      editable: true,
      entries: entriesOf(dictionary),
    }));
  },
} satisfies Partial<Calls<CallContext>>;
