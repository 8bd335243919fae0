/**
 * Records are read and changed with the caller's permissions. The types enforce this, because the database of a handler
 * has no tables of entities. This check allows the few exceptions only in files that have a reason.
 */

/** The names that give more than the caller's permissions, with the files that may use them. */
const DOORS: readonly { name: RegExp; what: string; places: RegExp }[] = [
  {
    name: /\bCalls<CallContext>/,
    what: 'a handler with the whole database',
    // Sign-in, rights and generic calls are the entrance of the engine. They check each record themselves.
    places:
      /^server\/(http\/routes|calls\/(access|approval|approvalFlow|auth|automation|boardTable|calendarFeed|dept|dictionary|document|excel|handOn|index|job|list|notice|record|recordLink|search|sharing|signin|states|storage|studio|telemetry|upload|uploadPart|user))\.ts$/,
  },
  {
    name: /\bengineContext\b/,
    what: 'the whole context, handed on to the engine',
    places:
      /^server\/(engine\/access\/engine|calls\/(alarmConfig|board|camera|companyLookup|dayPrice|device|deviceApi|deviceAttributes|emsAccess|energy|leave|notify|powerQuality|signal|station|tender))\.ts$/,
  },
  {
    name: /\brecordsWhere\b/,
    what: 'records whoever asks',
    // These files read figures and the menu of a station that the caller opened, figures of projects that the
    // caller may list, and the tenant's own factors and types. They also make conditions from the caller's
    // permissions.
    places:
      /^server\/(engine\/access\/scopedRecords|sites\/boards\/boardAccess|calls\/(access|alarmConfig|earnedValue|notify|telemetry)|sites\/(siteAccess\/siteMenu|control\/request|energy\/(dayPrices|factors|labels)|stations\/open|overview\/(fleet|overview)|fleet\/(figures|sources|stations)))\.ts$/,
  },
  {
    name: /\btrxAny\b/,
    what: 'every table of the database',
    // The state of a strategy is written in the transaction of its command, and nowhere else.
    places:
      /^(demo\/.*|server\/(platform\/db\/tables\/anyTable|engine\/.*|calls\/approval|sites\/strategies\/store))\.ts$/,
  },
  {
    name: /insertInto\('auditLog'\)|insert into audit_log/i,
    what: 'the audit log, written beside its one writer',
    places: /^server\/platform\/db\/auditLog\.ts$/,
  },
];

/** Returns a line for each file of `server/` and `demo/` that uses such a name outside of its places. */
export function scopedAccessBreaches(file: string, text: string): string[] {
  if (!/^(server|demo)\//.test(file)) return [];
  return DOORS.filter(({ name, places }) => name.test(text) && !places.test(file)).map(
    ({ what }) =>
      `${file}: uses ${what}: read through engine/access/scopedRecords.ts and change through engine/entities/, or say in tests/checks/scopedAccess.ts why`,
  );
}
