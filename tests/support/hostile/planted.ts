/** Texts that would run as a script if a page used them as more than text. They are stored in all text fields. */

import { entityOperations } from '../../../generated/callPlaces.ts';
import type { BoardWidget, EntityDefinition, Field } from '../../../generated/definition.ts';
import { entities } from '../../../generated/entities.ts';
import type { Client } from '../calls/client.ts';
import { send, until } from '../telemetry/site.ts';
import { RULED_TEXTS } from './hostileTexts.ts';

/** The name of the function that a payload would call. */
export const TRAP = 'pwn';

/** Kinds of payloads. Each payload contains a number that distinguishes it from the others. */
const KINDS: ((no: number) => string)[] = [
  (no) => `<img src=x onerror=${TRAP}(${no})>`,
  (no) => `<script>${TRAP}(${no})</script>`,
  (no) => `"><svg onload=${TRAP}(${no})>`,
  (no) => `javascript:${TRAP}(${no})//`,
  (no) => `\${${TRAP}(${no})}{{${TRAP}(${no})}}`,
  (no) => `' onfocus=${TRAP}(${no}) autofocus='`,
  (no) => `=HYPERLINK("javascript:${TRAP}(${no})","a")`,
];
/** A short payload for fields such as a unit, which limit the length. */
const SHORT = `<b onclick=${TRAP}()>`;

let count = 0;

/** Returns a payload of this kind, different from all others. */
export function plant(kind: number): string {
  count += 1;
  return KINDS[kind % KINDS.length]!(count);
}

const kinds = KINDS.map((_, kind) => kind);
export const plantAll = (): string[] => kinds.map(plant);

/** Returns whether a field accepts any text: no choice, no format, no pattern and no reference. */
const isFree = (field: Field): boolean =>
  field.type === 'string' &&
  !(field.readOnly || field.format || field.pattern) &&
  !(field['x-dictionary'] || field['x-options'] || field['x-ref']);

function plantFields(entity: EntityDefinition, kind: number): Record<string, string> {
  const fields = Object.entries(entity.schema.properties ?? {}).filter(
    ([name, field]) => isFree(field) && !RULED_TEXTS.includes(`${entity.name}.${name}`),
  );
  return Object.fromEntries(
    fields.map(([name, { maxLength }]) => {
      const text = plant(kind);
      return [name, maxLength === undefined || text.length <= maxLength ? text : SHORT];
    }),
  );
}

/** The station with the planted board. */
export const STATION = 'ST0';
const DEVICE = 'ST0-M1';

/**
 * Returns the values that the records need besides the planted texts, in the order of their references. Devices and
 * rules belong to an existing station, or else to the planted ones.
 */
const otherFields = (at?: string): [keyof typeof entities, (kind: number) => Record<string, unknown>][] => [
  ['customer', () => ({ state: 'developing' })],
  ['station', (kind) => ({ sn: `ST${kind}`, timeZone: 'Asia/Shanghai' })],
  ['stationCapacity', () => ({ stationSn: STATION, capacity: 10, effectiveFrom: '2026-01-01' })],
  ['device', (kind) => ({ sn: `ST${kind}-M1`, stationSn: at ?? `ST${kind}`, type: 'meter' })],
  [
    'deviceVariable',
    (kind) => ({ deviceSn: DEVICE, sn: `${DEVICE}-v${kind}`, dataType: 'number', kind: 'gauge' }),
  ],
  ['alarmType', (kind) => ({ code: `t${kind}`, level: 'major' })],
  [
    'alarmGenerater',
    (kind) => ({
      stationSn: at ?? STATION,
      variableSn: `${DEVICE}-v${kind}`,
      operator: '>',
      threshold: 1,
      level: 'critical',
      enabled: true,
    }),
  ],
];

export interface PlantedRecord {
  entity: string;
  id: number;
  texts: string[];
}

/**
 * Creates a record of each entity for every kind of payload, with payloads in all texts. Devices belong to the given
 * station.
 */
export async function plantRecords(client: Client, at?: string): Promise<PlantedRecord[]> {
  const planted: PlantedRecord[] = [];
  for (const [entity, others] of otherFields(at)) {
    const create = entityOperations[entity]?.create;
    if (!create) throw new Error(`no call creates ${entity}`);
    for (const kind of kinds) {
      const texts = plantFields(entities[entity], kind);
      const record = await client.call(create, { body: { ...texts, ...others(kind) } });
      planted.push({ entity, id: (record as { id: number }).id, texts: Object.values(texts) });
    }
  }
  return planted;
}

/** Returns a filter as calls take it. */
const equals = (field: string, value: string): string =>
  JSON.stringify({ and: [{ field, op: 'eq', value }] });

/** Sends values that raise the planted alarms, texts as values, and keys that become variables automatically. */
export async function plantTelemetry(
  url: string,
  client: Client,
): Promise<{ texts: string[]; alarms: string[] }> {
  const [device] = (await client.call('devicePage', { query: { filter: equals('sn', DEVICE) } })).records;
  const ofDevice = { size: 50, filter: equals('deviceSn', DEVICE) };
  const variables = (await client.call('deviceVariablePage', { query: ofDevice })).records;
  const texts = plantAll();
  const values = {
    ...Object.fromEntries(variables.map(({ code }) => [code, 5])),
    ...Object.fromEntries(texts.map((text, kind) => [`text${kind}`, text])),
    ...Object.fromEntries(plantAll().map((key) => [key, 1])),
  };
  const response = await send(url, { token: device?.token }, values);
  if (!response.ok) throw new Error(`the telemetry was answered with ${response.status}`);
  const raised = await until(
    () => client.call('alarmPage', { query: ofDevice }),
    ({ total }) => total === kinds.length,
  );
  return { texts, alarms: raised.records.map(({ info }) => info ?? '') };
}

type Config = BoardWidget['config'];

/** Returns every widget type with payloads in its names, and with the texts of devices and users as values. */
function plantWidgets(): [type: string, config: Config][] {
  const number = [DEVICE, `${DEVICE}-v0`];
  const figure = (config: Config): [string, Config] => ['keyData', config];
  const scale = { minScale: 0, maxScale: 10 };
  return [
    ...kinds.map((kind) =>
      figure({ titleName: plant(kind), name: plant(kind), dataType: 'text', textValue: plant(kind) }),
    ),
    ...kinds.map((kind) =>
      figure({
        name: plant(kind),
        dataType: 'device_data',
        deviceValue: [DEVICE, `${DEVICE}-text${kind}`],
        calcInterval: 'real_time',
      }),
    ),
    figure({ name: plant(0), dataType: 'station_info', stationValue: 'name' }),
    figure({ name: plant(1), dataType: 'station_info', stationValue: 'address' }),
    ['singleData', { name: plant(0), deviceVar: number, chainType: 'MONTH' }],
    [
      'gauge',
      {
        name: plant(1),
        monitorVars: kinds.map((kind) => ({ deviceVar: number, showName: plant(kind), ...scale })),
      },
    ],
    [
      'trend',
      {
        name: plant(2),
        queryInterval: 'NORMAL',
        showType: 'line',
        nodeInfo: kinds.map((kind) => ({
          name: plant(kind),
          color: '#409EFF',
          deviceVar: [DEVICE, `${DEVICE}-v${kind}`],
        })),
      },
    ],
    ['alarmList', { title: plant(0) }],
    ['stationAlarmStatus', { name: plant(2) }],
  ];
}

const COLUMNS = 3;
const SIZE = { w: 8, h: 7 };

/** Adds the planted widgets to the board of a station, below its own ones. Returns the planted ones. */
export async function plantBoard(client: Client, stationSn = STATION): Promise<BoardWidget[]> {
  const { document, version } = await client.call('kanbanGet', { path: { stationSn } });
  const planted = plantWidgets().map(
    ([type, config], no): BoardWidget => ({ id: `planted${no}`, type, version: 1, config }),
  );
  const below = Math.max(0, ...document.layouts.lg.map(({ y, h }) => y + h));
  const places = planted.map(({ id }, no) => {
    const x = (no % COLUMNS) * SIZE.w;
    return { i: id, x, y: below + Math.floor(no / COLUMNS) * SIZE.h, ...SIZE };
  });
  await client.call('kanbanSave', {
    body: {
      stationSn,
      version,
      document: {
        ...document,
        widgets: [...document.widgets, ...planted],
        layouts: { lg: [...document.layouts.lg, ...places] },
      },
    },
  });
  return planted;
}
