/**
 * The table of the tests that a change may break, by the beginning of its path. The longest beginning that fits counts.
 * Rooms are folders of tests. `walks` stands for all operations and pages. A path that fits none may break everything.
 */
export const EVERYTHING: readonly string[] = ['api', 'browser', 'walks'];
const SCREENS: readonly string[] = ['browser', 'walks'];
const NOTHING: readonly string[] = [];
/** A definition or a call concerns the tests that name it. */
export const BY_NAME: readonly string[] = ['by name'];

const TELEMETRY = ['api/telemetry', 'api/alarms', 'api/sites', 'api/links', 'api/processes'];
const TELEMETRY_SCREENS = ['browser/telemetry', 'browser/boards', 'browser/sites'];
const STATION = [
  'api/sites',
  'api/devices',
  'api/boards',
  'browser/sites',
  'browser/boards',
  'browser/devices',
];
const STEERING = ['api/sites', 'api/links', 'api/processes', 'browser/sites'];
const BUSINESS = ['api/business', 'browser/business'];
const RECORDS = ['api/records', 'browser/records'];
const LISTS = ['api/lists', 'browser/lists'];

export const AFFECTS: Readonly<Record<string, readonly string[]>> = {
  '.ci/': NOTHING,
  '.storybook/': NOTHING,
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

  'schemas/': BY_NAME,
  'schemas/meta/': EVERYTHING,
  'openapi/': BY_NAME,
  'server/calls/': BY_NAME,
  'server/calls/index.ts': EVERYTHING,
  'pages/': SCREENS,
  'pages/alarms/': ['browser/alarms', 'walks'],
  'pages/cameras/': ['browser/devices', 'walks'],
  'pages/curves/': ['browser/telemetry', 'browser/sites', 'walks'],
  'pages/diagram/': ['browser/devices', 'walks'],
  'pages/mobile/': ['browser/sites', 'walks'],
  'pages/quality/': ['browser/sites', 'walks'],
  'pages/reports/': ['browser/business', 'browser/sites', 'walks'],
  'pages/strategies/': ['browser/sites', 'walks'],
  'pages/studio/': ['browser/studio', 'walks'],
  'pages/telemetry/': ['browser/telemetry', 'walks'],
  'pages/transformers/': ['browser/sites', 'walks'],
  'widgets/': ['browser/boards', 'browser/sites', 'walks'],
  'runtime/': SCREENS,
  'runtime/core/': EVERYTHING,
  'runtime/fieldTypes/': EVERYTHING,
  'runtime/board/': ['browser/boards', 'browser/sites', 'browser/alarms', 'walks'],

  'server/backup/': ['api/processes'],
  'server/business/': [...BUSINESS, 'api/time'],
  'server/demo/': ['api/demo', 'browser/boards', 'browser/sites', 'browser/walks', 'walks'],
  'server/dev': ['browser/studio'],
  'server/engine/access/': [
    'api/access',
    'api/safety',
    'browser/access',
    ...RECORDS,
    ...LISTS,
    ...BUSINESS,
    'walks',
  ],
  'server/engine/approvals/': ['api/approvals', 'browser/approvals', ...BUSINESS],
  'server/engine/auditRead/': ['api/access'],
  'server/engine/derived/': [...RECORDS, ...LISTS, ...BUSINESS, 'api/processes'],
  'server/engine/documents/': [...RECORDS, ...BUSINESS, 'api/studio'],
  'server/engine/excel/': [...LISTS, ...BUSINESS, 'api/devices', 'api/safety'],
  'server/engine/feeds/': LISTS,
  'server/engine/jobs/': ['api/platform', 'api/telemetry', 'api/processes', ...LISTS],
  'server/engine/links/': [...RECORDS, ...BUSINESS],
  'server/engine/notices/': [...RECORDS, 'browser/shell'],
  'server/engine/statistics/': [...RECORDS, ...BUSINESS, 'api/boards', 'browser/boards'],
  'server/engine/studio/': ['api/studio', 'browser/studio', ...RECORDS],
  'server/engine/time/': ['api/time', 'api/processes', ...RECORDS, ...BUSINESS],
  'server/engine/views/': LISTS,
  'server/links/csv/': ['api/telemetry', 'api/processes', 'browser/telemetry'],
  'server/links/http/': ['api/devices', ...TELEMETRY],
  'server/links/modbus/': [...STEERING, 'browser/devices'],
  'server/links/mqtt/': [...TELEMETRY, 'browser/devices'],
  'server/links/replay/': ['api/telemetry'],
  'server/move/': ['api/processes'],
  'server/sites/': STATION,
  'server/sites/access/': ['api/access', 'browser/access', ...STATION],
  'server/sites/alarms/': ['api/alarms', 'browser/alarms', ...STATION, ...TELEMETRY],
  'server/sites/cameras/': ['api/devices', 'browser/devices'],
  'server/sites/channels/': ['api/links', 'browser/devices', 'api/processes'],
  'server/sites/connection/': STEERING,
  'server/sites/control/': [...STEERING, ...STATION],
  'server/sites/devices/': [...STATION, 'api/links', 'api/telemetry'],
  'server/sites/energy/': STATION,
  'server/sites/live/': [...STATION, ...TELEMETRY],
  'server/sites/notify/': ['api/alarms', 'browser/alarms', 'api/records'],
  'server/sites/strategies/': STEERING,
  'server/sites/telemetry/': [...TELEMETRY, ...TELEMETRY_SCREENS, 'api/boards'],
  'server/sites/workOrders/': [...STATION, ...BUSINESS],
};

/** The rooms that a change of a path may break. */
export function roomsOf(path: string, table = AFFECTS): readonly string[] {
  const fitting = Object.keys(table).filter((start) => path.startsWith(start));
  const longest = fitting.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? EVERYTHING : (table[longest] ?? EVERYTHING);
}
