/** Finds the names of referenced records: in loaded answers, or from the list of their entity. */
import { entityRegistry } from '../../core/definitions/entities.ts';
import { currentLang } from '../../kit/i18n/lang.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { useSession } from '../../kit/session/session.ts';
import { recordName } from './recordName.ts';

type Key = string | number;
type Labels = Readonly<Record<string, Readonly<Record<string, string>>>>;

const KNOWN_NAMES = 'refTold';
// Cached without a time limit, because answers do not repeat the names.
queryClient.setQueryDefaults([KNOWN_NAMES], { gcTime: Number.POSITIVE_INFINITY });

const nameKey = (entity: string, key: Key) => [KNOWN_NAMES, entity, currentLang(), String(key)];

/** Caches the names in an answer with records. Returns the answer. */
export function learnLabels<T>(answer: T): T {
  const { records, _labels } = (answer ?? {}) as { records?: unknown[]; _labels?: Labels };
  for (const [entity, names] of Object.entries(_labels ?? {}))
    for (const [key, name] of Object.entries(names)) queryClient.setQueryData(nameKey(entity, key), name);
  for (const record of Array.isArray(records) ? records : []) learnLabels(record);
  return answer;
}

/** Returns whether only the name of a record is known. The user may not open the record. */
export const isOnlyNamed = (entity: string, key: Key): boolean =>
  queryClient.getQueryData(nameKey(entity, key)) !== undefined;

interface NameRequest {
  entity: string;
  /** The field with these keys. */
  key: string;
  keys: readonly Key[];
}

/** Returns the names of these records. `list` loads unknown ones, if given. */
export async function findNames(
  { entity: name, key, keys }: NameRequest,
  list: (filter: string) => Promise<{ records: Record<string, unknown>[] }>,
): Promise<[Key, string][]> {
  const names = keys.flatMap((key): [Key, string][] => {
    const label = queryClient.getQueryData<string>(nameKey(name, key));
    return label === undefined ? [] : [[key, label]];
  });
  const entity = entityRegistry.get(name);
  if (!entity || names.length === keys.length || !useSession.getState().can(`${name}:list`)) return names;
  const filter = JSON.stringify({ and: [{ field: key, op: 'in', value: keys }] });
  const { records } = await list(filter);
  const listed = records.map((record): [Key, string] => [
    record[key] as Key,
    recordName(entity, record) ?? String(record[key]),
  ]);
  return [...names, ...listed];
}
