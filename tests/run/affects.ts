/**
 * The table of the tests that a change may break, by the beginning of the changed path. The longest match counts.
 * Rooms are folders of tests. `callWalks` means all operations, `screenWalks` all pages, `stories` all stories. A
 * path without a match may break everything. A folder has the rooms of its users, unless its own rooms already test
 * this use.
 */
export const EVERYTHING: readonly string[] = ['api', 'browser', 'callWalks', 'screenWalks', 'stories'];
const SCREENS: readonly string[] = ['browser', 'screenWalks', 'stories'];
const NOTHING: readonly string[] = [];
/** A definition or a call affects the tests that name it. A call also affects the rooms of the screens that use it. */
export const BY_NAME = 'by name';

const TELEMETRY = ['api/telemetry', 'api/alarms', 'api/sites', 'api/connectors', 'api/processes'];
const TELEMETRY_SCREENS = ['browser/telemetry', 'browser/boards', 'browser/sites'];
const STATION = [
  'api/sites',
  'api/devices',
  'api/boards',
  'browser/sites',
  'browser/boards',
  'browser/devices',
];
const STEERING = ['api/sites', 'api/connectors', 'api/processes', 'browser/sites'];
const BUSINESS = ['api/business', 'browser/business'];
const RECORDS = ['api/records', 'browser/records'];
const LISTS = ['api/lists', 'browser/lists'];
const WIDGETS = [
  'browser/boards',
  'browser/sites',
  'browser/alarms',
  'browser/devices',
  'api/demo',
  'screenWalks',
  'stories',
];
const APPROVALS = ['api/approvals', 'browser/approvals'];

export const AFFECTS: Readonly<Record<string, readonly string[]>> = {
  '.ci/': NOTHING,
  '.storybook/': ['stories'],
  'README.md': NOTHING,
  'bench/': NOTHING,
  'docs/': NOTHING,
  'docs/guide/': ['api/studio'],
  'docs/programs.md': ['api/access'],
  'stories/': NOTHING,
  'biome.json': NOTHING,
  'knip.json': NOTHING,
  'tests/': NOTHING,
  'tests/run/': NOTHING,
  'tests/support/': NOTHING,

  'schemas/': [BY_NAME],
  'schemas/dashboards/': [BY_NAME, 'api/boards', 'api/demo', 'browser/boards', 'browser/sites'],
  'schemas/fields/': EVERYTHING,
  'schemas/meta/': EVERYTHING,
  'schemas/widgetOptions/': [BY_NAME, 'browser/boards'],
  'schemas/widgets/': [BY_NAME, 'api/boards', 'api/demo', 'browser/boards', 'browser/sites'],
  'openapi/': [BY_NAME],
  'server/calls/': [BY_NAME],
  'server/calls/deviceApi.ts': [BY_NAME, 'api/devices', 'api/connectors', 'api/telemetry'],
  'server/calls/index.ts': EVERYTHING,
  'pages/': SCREENS,
  // The walks test the pages of a room of their own.
  'pages/alarms/': ['browser/alarms', 'screenWalks'],
  'pages/cameras/': ['browser/devices', 'browser/boards'],
  'pages/curves/': ['browser/telemetry', 'browser/sites', 'browser/devices'],
  'pages/diagram/': ['browser/devices'],
  'pages/mobile/': ['browser/sites'],
  'pages/quality/': ['browser/sites'],
  'pages/reports/': ['browser/business', 'browser/sites'],
  'pages/strategies/': ['browser/sites'],
  'pages/studio/': ['browser/studio'],
  'pages/telemetry/': ['browser/telemetry'],
  'pages/transformers/': ['browser/sites', 'screenWalks'],
  'widgets/': WIDGETS,
  'widgets/stationMap/': [...WIDGETS, 'browser/shell'],
  'widgets/trend/': [...WIDGETS, 'browser/telemetry'],
  'runtime/': SCREENS,
  'runtime/core/': EVERYTHING,
  'runtime/fieldTypes/': EVERYTHING,
  'runtime/list/displays/': ['browser/lists', 'browser/business', 'stories'],
  'runtime/board/': [...SCREENS, 'api/demo'],

  'server/backup/': ['api/processes'],
  'server/business/': [...BUSINESS, 'api/time'],
  'demo/': [
    'api/demo',
    'api/sites',
    'api/devices',
    'browser/boards',
    'browser/sites',
    'browser/devices',
    'browser/walks',
    'callWalks',
    'screenWalks',
  ],
  'server/dev': ['browser/studio'],
  'server/engine/access/': EVERYTHING,
  'server/engine/approvals/': [...APPROVALS, ...BUSINESS, ...RECORDS],
  'server/engine/auditRead/': ['api/access'],
  'server/engine/derived/': [...RECORDS, ...LISTS, ...BUSINESS, ...APPROVALS, 'api/studio', 'api/processes'],
  'server/engine/documents/': [...RECORDS, ...BUSINESS, ...LISTS, ...STATION, 'api/demo', 'api/studio'],
  'server/engine/excel/': [...LISTS, ...BUSINESS, ...RECORDS, ...STATION, 'api/access', 'api/safety'],
  'server/engine/calendarFeeds/': LISTS,
  'server/engine/jobs/': ['api/platform', 'api/telemetry', 'api/processes', ...LISTS],
  'server/engine/publicLinks/': [...RECORDS, ...BUSINESS, ...LISTS],
  'server/engine/notices/': [
    ...RECORDS,
    ...BUSINESS,
    ...APPROVALS,
    'api/alarms',
    'api/sites',
    'api/time',
    'browser/shell',
  ],
  'server/engine/statistics/': [...RECORDS, ...BUSINESS, ...STATION, 'api/demo', 'api/processes'],
  'server/engine/studio/': ['api/studio', 'browser/studio', ...RECORDS],
  'server/engine/time/': ['api/time', 'api/processes', 'api/sites', ...RECORDS, ...BUSINESS, ...APPROVALS],
  'server/engine/views/': LISTS,
  'server/connectors/csv/': [
    'api/telemetry',
    'api/sites',
    'api/safety',
    'api/processes',
    'browser/telemetry',
    'browser/sites',
  ],
  'server/connectors/http/': ['api/devices', 'browser/telemetry', ...TELEMETRY],
  'server/connectors/modbus/': [...STEERING, 'browser/devices'],
  'server/connectors/mqtt/': [...TELEMETRY, 'api/devices', 'browser/devices'],
  'server/connectors/replay/': ['api/telemetry'],
  'server/move/': ['api/processes'],
  'server/sites/': STATION,
  'server/sites/robots/': [...STATION, 'api/demo'],
  'server/sites/siteAccess/': ['api/access', 'browser/access', ...STATION],
  'server/sites/alarms/': ['api/alarms', 'browser/alarms', ...STATION, ...TELEMETRY],
  'server/sites/boards/': [...STATION, ...LISTS],
  'server/sites/cameras/': ['api/devices', 'browser/devices', 'browser/boards'],
  'server/sites/channels/': ['api/connectors', 'browser/devices', 'api/processes'],
  'server/sites/connection/': STEERING,
  'server/sites/control/': [...STEERING, ...STATION],
  'server/sites/devices/': [...STATION, 'api/connectors', 'api/telemetry', 'api/processes'],
  'server/sites/energy/': [...STATION, 'api/processes'],
  'server/sites/factoryTests/': [...STATION, 'api/business', 'api/demo', 'api/processes'],
  'server/sites/live/': [...STATION, ...TELEMETRY],
  'server/sites/mobile/': [...STATION, 'api/demo'],
  'server/sites/notify/': ['api/alarms', 'browser/alarms', 'api/records', ...STATION],
  'server/sites/overview/': [...STATION, 'api/records'],
  'server/sites/quality/': [...STATION, 'api/telemetry'],
  'server/sites/stations/': [...STATION, ...BUSINESS, 'api/alarms', 'api/connectors', 'api/processes'],
  'server/sites/strategies/': [...STEERING, 'api/demo'],
  'server/sites/telemetry/': [...TELEMETRY, ...TELEMETRY_SCREENS, ...STATION, 'browser/alarms'],
  'server/sites/workOrders/': [...STATION, ...BUSINESS],
};

/** Returns the rooms that a change of a path may break. */
export function roomsOf(path: string, table = AFFECTS): readonly string[] {
  const fitting = Object.keys(table).filter((start) => path.startsWith(start));
  const longest = fitting.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? EVERYTHING : (table[longest] ?? EVERYTHING);
}
