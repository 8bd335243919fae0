/** Tests that every run includes. They follow each important function from end to end. */
const API = [
  // A point raises an alarm, and its recipient is notified.
  'telemetry/ingest',
  'telemetry/statistics',
  'telemetry/rollups',
  'telemetry/exactness',
  'telemetry/imports/import',
  'connectors/mqtt',
  'alarms/alarm',
  'alarms/alarmRules',
  'alarms/alarmNotify',
  // From the customer to the payment, and a year of leave.
  'business/customers',
  'business/orderToCash',
  'business/moneyScenarios',
  'business/leaveScenarios',
  'business/leaveBalance',
  'approvals/approval',
  // Records, permissions, and which users see which rows.
  'access/auth',
  'access/signin',
  'access/sharing',
  'access/tenancy',
  'records/records',
  'records/entities',
  'records/states',
  'lists/lists',
  'studio/studio',
  'boards/boards',
  'sites/energy',
  'sites/strategies/strategySteering',
  'processes/durability',
  'safety/http',
  'safety/safety',
  'safety/safetyScopes',
  'safety/safetyTenants',
];

const BROWSER = [
  'access/login',
  'access/rights',
  'alarms/alarmRecords',
  'approvals/approval',
  'boards/boardBuild',
  'business/lines',
  'business/leaveDays',
  'records/record',
  'walks/moves',
  'walks/pages',
];

export const SPINE: ReadonlySet<string> = new Set([
  ...API.map((name) => `tests/api/${name}.test.ts`),
  ...BROWSER.map((name) => `tests/browser/${name}.test.ts`),
]);

/** Tests that walk over all operations, entities or pages, one part in each run. */
export const WALKS: ReadonlySet<string> = new Set(
  [
    'api/safety/flooded',
    'api/safety/hostile',
    'api/safety/namesOfReferences',
    'api/safety/roleCalls',
    'api/safety/safety',
    'api/safety/safetyRandom',
    'api/safety/safetyRefusals',
    'api/safety/safetyScopes',
    'api/safety/safetyTenants',
    'api/safety/safetyTexts',
    'browser/walks/moves',
    'browser/walks/pages',
    'browser/walks/records',
    'browser/walks/roles',
    'browser/walks/safety',
  ].map((name) => `tests/${name}.test.ts`),
);
