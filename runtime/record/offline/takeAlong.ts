/**
 * Loads records that the user will need offline, with their devices' last known values. The browser caches the answers.
 */
import '../../core/definitions/allEntities.ts';
import { type Entity, entityRegistry } from '../../core/definitions/entities.ts';
import { lineSets } from '../../core/lines.ts';
import type { Values } from '../../core/rules/rule.ts';
import { dayAfter } from '../../core/time/workDays.ts';
import { askReadings, readingsOf } from '../../form/model/save/readings.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { useSession } from '../../kit/session/session.ts';
import { listRecords, readRecord } from '../calls/useRecords.ts';

const EVERY_MS = 30 * 60_000;
const AHEAD = 7;
const MOST = 100;

/** Returns the filter for these records: the user's own, from yesterday to some days ahead. */
export function filterOf(
  { offline, list, schema }: Pick<Entity, 'offline' | 'list' | 'schema'>,
  userId: number,
  today: string,
) {
  const { by, ahead = AHEAD, where = {} } = offline!;
  const isDate = schema.properties?.[by]?.format === 'date';
  const days = [dayAfter(today, -1), dayAfter(today, ahead)];
  const people = list.participation ?? [];
  return {
    and: [
      { field: by, op: 'between', value: isDate ? days : days.map((day) => `${day}T00:00:00Z`) },
      ...Object.entries(where).map(([field, value]) => ({ field, op: 'in', value: [value].flat() })),
      ...(people.length > 0 ? [{ or: people.map((field) => ({ field, op: 'in', value: [userId] })) }] : []),
    ],
  };
}

/** Loads the last known values for a record's lines. */
async function loadReferences(entity: Entity, record: Values): Promise<void> {
  for (const { name, field } of lineSets(entity)) {
    const tool = readingsOf(field, record[name], record);
    if (tool) await askReadings(tool).catch(() => undefined);
  }
}

async function loadEntity(entity: Entity, userId: number): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const filter = JSON.stringify(filterOf(entity, userId, today));
  const { records } = await listRecords(entity, { filter, size: MOST });
  // Loaded one by one, because they are not urgent.
  for (const { id } of records) {
    const record = await queryClient.fetchQuery({
      queryKey: ['records', entity.name, 'one', id],
      queryFn: () => readRecord(entity, id),
    });
    await loadReferences(entity, record);
  }
}

async function loadAll(): Promise<void> {
  const { user, can } = useSession.getState();
  if (!user || !navigator.onLine) return;
  for (const entity of entityRegistry.all())
    if (entity.offline && can(`${entity.name}:get`))
      await loadEntity(entity, user.userId).catch(() => undefined);
}

/** Loads nothing without a service worker, which would cache the answers. Returns a function that stops this. */
export function takeRecordsAlong(): () => void {
  if (!navigator.serviceWorker) return () => undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isGone = false;
  void navigator.serviceWorker.ready.then(() => {
    if (isGone) return;
    void loadAll();
    timer = setInterval(() => void loadAll(), EVERY_MS);
  });
  return () => {
    isGone = true;
    clearInterval(timer);
  };
}
