/** Says which calls a process answers: each of several processes may have the roles api, ingest and jobs alone. */
import type { OperationId } from '../../generated/operations.ts';
import type { Role } from './config.ts';

/** Calls that devices make: they are answered where telemetry is taken in. */
const INGEST: ReadonlySet<string> = new Set<OperationId>([
  'deviceTelemetry',
  'gatewayTelemetry',
  'telemetryBatch',
  'deviceAttributesAsk',
  'deviceAttributesReport',
  'deviceAttributesWait',
  'deviceCommandWait',
  'deviceCommandAnswer',
  'deviceQuestion',
  'deviceClaimOffer',
  'deviceProvision',
]);

/** Returns whether a process with these roles answers the operation; where none does, it is not there (404). */
export function roleAnswers(roles: ReadonlySet<Role>, operation: string): boolean {
  return roles.has(INGEST.has(operation) ? 'ingest' : 'api');
}
