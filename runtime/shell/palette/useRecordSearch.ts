import { useEffect, useState } from 'react';
import type { Text } from '../../../generated/definition.ts';
import { entityRegistry } from '../../core/definitions/entities.ts';
import { listPageOf } from '../../core/definitions/pages.ts';
import { call } from '../../kit/api/client.ts';

export interface FoundRecord {
  entity: string;
  id: number;
  label: string;
  /** The title of its entity. */
  title: Text;
  path: string;
}

const WAIT_MS = 200;
const MIN_LETTERS = 2;
/** A Chinese character carries as much information as several letters. */
const HAN = /\p{Script=Han}/u;

function completeFound(found: { entity: string; id: number; label: string }): FoundRecord[] {
  const title = entityRegistry.get(found.entity)?.title;
  const route = listPageOf(found.entity)?.route;
  return title && route ? [{ ...found, title, path: `${route}/${found.id}` }] : [];
}

/** Searches records by their search fields, after a pause in typing. */
export function useRecordSearch(typed: string): { records: readonly FoundRecord[]; searching: boolean } {
  const [records, setRecords] = useState<readonly FoundRecord[]>([]);
  const [searching, setSearching] = useState(false);
  const search = typed.trim();
  const enough = search.length >= MIN_LETTERS || HAN.test(search);
  useEffect(() => {
    if (!enough) {
      setRecords([]);
      setSearching(false);
      return;
    }
    const abort = new AbortController();
    setSearching(true);
    const timer = setTimeout(async () => {
      try {
        const found = await call('search', { query: { search } }, { quiet: true, signal: abort.signal });
        if (!abort.signal.aborted) setRecords(found.flatMap(completeFound));
      } catch {
        // After a failure, pages and commands are still found.
        if (!abort.signal.aborted) setRecords([]);
      }
      if (!abort.signal.aborted) setSearching(false);
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [search, enough]);
  return { records, searching };
}
