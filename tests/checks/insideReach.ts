/**
 * A test of the API sets its data up by calls, or by what tests share (tests/support): a room of the server can then be
 * moved or rewritten without its tests. Those that reach inside yet stand in `NOT_YET`: the list only shrinks.
 */

const REACH = /(?:from|import\()\s*'(?:\.\.\/)+server\/|\bapp\.(?:db|services)\b/;

/** By the path below tests/api. */
const NOT_YET: ReadonlySet<string> = new Set([
  'alarm.test.ts',
  'alarmChannels.test.ts',
  'alarmNotify.test.ts',
  'alarmProcesses.test.ts',
  'alarmRestart.test.ts',
  'alarmRules.test.ts',
  'alarmSilence.test.ts',
  'approval.test.ts',
  'auth.test.ts',
  'backup.test.ts',
  'boardShare.test.ts',
  'boards.test.ts',
  'camera.test.ts',
  'catalog.test.ts',
  'claiming.test.ts',
  'corrections.test.ts',
  'database.test.ts',
  'demo.test.ts',
  'device.test.ts',
  'deviceTokens.test.ts',
  'energy.test.ts',
  'entities.test.ts',
  'exactness.test.ts',
  'exactnessCalculated.test.ts',
  'excel.test.ts',
  'excelImport.test.ts',
  'expired.test.ts',
  'explain.test.ts',
  'external.test.ts',
  'fieldTypes.test.ts',
  'firstStart.test.ts',
  'hostileFiles.test.ts',
  'import.test.ts',
  'importFormats.test.ts',
  'ingest.test.ts',
  'jobs.test.ts',
  'kanban.test.ts',
  'leave.test.ts',
  'links.test.ts',
  'listTools.test.ts',
  'lists.test.ts',
  'live.test.ts',
  'mqtt.test.ts',
  'mqttFive.test.ts',
  'mqttFlow.test.ts',
  'mqttTls.test.ts',
  'notice.test.ts',
  'oidc.test.ts',
  'people.test.ts',
  'peopleReach.test.ts',
  'records.test.ts',
  'recycleBin.test.ts',
  'refusals.test.ts',
  'rollups.test.ts',
  'runAs.test.ts',
  'safety.test.ts',
  'safetyRandom.test.ts',
  'safetyRefusals.test.ts',
  'safetyScopes.test.ts',
  'safetyTenants.test.ts',
  'sealed.test.ts',
  'search.test.ts',
  'signin.test.ts',
  'sites.test.ts',
  'startup.test.ts',
  'states.test.ts',
  'station.test.ts',
  'storage.test.ts',
  'studio.test.ts',
  'tails.test.ts',
  'tally.test.ts',
  'tenancy.test.ts',
  'thingsboard.test.ts',
  'thingsboardSdk.test.ts',
  'uploadQuota.test.ts',
  'user.test.ts',
]);

/** A line for each API test that reaches inside, and for each name that the list need not have any more. */
export function reachBreaches(files: readonly { file: string; text: string }[]): string[] {
  const reaching = files
    .filter(({ file, text }) => file.startsWith('tests/api/') && REACH.test(text))
    .map(({ file }) => file.slice('tests/api/'.length));
  return [
    ...reaching
      .filter((name) => !NOT_YET.has(name))
      .map(
        (name) =>
          `tests/api/${name}: reaches inside of the server: ask by calls, or share what needs the inside in tests/support`,
      ),
    ...[...NOT_YET]
      .filter((name) => !reaching.includes(name))
      .map((name) => `${name} asks by calls alone: take it off the list in tests/checks/insideReach.ts`),
  ];
}
