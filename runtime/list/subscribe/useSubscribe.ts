import { useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { call } from '../../kit/api/client.ts';
import { notifyFailure } from '../../kit/api/failure.ts';
import { saveFile } from '../../kit/browser/saveFile.ts';
import type { ListSelection } from '../../record/query/query.ts';

const addressOf = (token: string): string => `${location.origin}/public/calendar/${token}/list.ics`;

/** The new link. Its address is returned only once. */
interface MadeLink {
  id: number;
  address: string;
}

/** Creates a calendar link of the list, or saves a calendar file. Both contain the displayed records. */
export function useSubscribe({ name: entity }: Entity, { filter, search }: ListSelection, title: string) {
  const [name, setName] = useState(title);
  const [made, setMade] = useState<MadeLink | null>(null);
  const [busy, setBusy] = useState<'link' | 'file' | null>(null);
  const path = { entity };
  const shown = { ...(filter && { filter }), ...(search && { search }) };
  const called = name.trim() || title;

  const run = async (what: 'link' | 'file', work: () => Promise<void>) => {
    setBusy(what);
    await work().catch(notifyFailure);
    setBusy(null);
  };
  return {
    ...{ name, setName, made, busy },
    forget: (id: number) => setMade((now) => (now?.id === id ? null : now)),
    make: () =>
      run('link', async () => {
        // Without an entered name, the title follows the user's language.
        const body = { ...shown, ...(called === title ? {} : { name: called }) };
        const { token, feed } = await call('calendarFeedMake', { path, body }, { quiet: true });
        setMade({ id: feed.id, address: addressOf(token) });
      }),
    save: () =>
      run('file', async () => {
        const file: unknown = await call('calendarFile', { path, body: shown }, { quiet: true });
        if (file instanceof Blob) saveFile(file, `${called}.ics`);
      }),
  };
}
