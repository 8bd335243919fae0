/**
 * Answers requests of devices to the platform (RPC from the device). ThingsBoard's SDKs wait for these answers at the
 * start.
 */
import { isObject } from '../../../runtime/core/object.ts';
import type { Services } from '../../engine/context.ts';
import type { DeviceEntry } from '../telemetry/catalog/catalog.ts';
import { noteRefusal } from './attributes.ts';

/** The limits of a sender. An empty rate means no limit. */
export interface SessionLimits {
  maxPayloadSize: number;
  maxInflightMessages: number;
}

const NO_RATES = { messages: '', telemetryMessages: '', telemetryDataPoints: '' };

const METHODS: Readonly<Record<string, (limits: SessionLimits) => unknown>> = {
  getSessionLimits: (limits) => ({ ...limits, rateLimits: NO_RATES, gatewayRateLimits: NO_RATES }),
  getCurrentTime: () => Date.now(),
};

/** Answers a request of a device. An unknown request gets an error and is counted. */
export function answerQuestion(
  { telemetry }: { telemetry: Pick<Services['telemetry'], 'refusals'> },
  { device }: DeviceEntry,
  question: unknown,
  limits: SessionLimits,
): unknown {
  const { method } = isObject(question) ? question : {};
  const methodOf = typeof method === 'string' && Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (methodOf) return methodOf(limits);
  const key = typeof method === 'string' ? method : '';
  noteRefusal(telemetry, device, device.sn, { key, reason: 'unknownMethod', example: question });
  return { error: `there is no method ${JSON.stringify(key.slice(0, 100))}` };
}
