/**
 * Decides which calls a process answers. Each of several processes may have only some of the roles api, ingest and
 * jobs.
 */
import type { OperationId } from '../../generated/operations.ts';
import type { Role } from './config.ts';

/** Calls of devices, which the processes that receive telemetry answer. */
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

/**
 * Returns whether a process with these roles answers the operation. Otherwise the operation does not exist in it (404).
 */
export function roleAnswers(roles: ReadonlySet<Role>, operation: string): boolean {
  return roles.has(INGEST.has(operation) ? 'ingest' : 'api');
}
