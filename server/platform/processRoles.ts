/** Decides which operations a process serves. Each process may have only some of the roles api, ingest and jobs. */
import type { OperationId } from '../../generated/operations.ts';
import type { Role } from './config.ts';

/** Operations for devices, served by the processes that receive telemetry. */
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

/** Returns whether a process with these roles serves the operation. Other processes respond with 404. */
export function roleAnswers(roles: ReadonlySet<Role>, operation: string): boolean {
  return roles.has(INGEST.has(operation) ? 'ingest' : 'api');
}
