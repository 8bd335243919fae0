/** Calls for devices, which send their token in the address as the firmware for ThingsBoard does. */
import type { Calls } from '../../generated/calls.ts';
import { findSender } from '../connectors/http/sender.ts';
import { engineContext } from '../engine/access/engine.ts';
import type { HandlerContext } from '../engine/context.ts';
import { AppError } from '../platform/errors/errors.ts';
import { noteAnswers } from '../sites/control/answers.ts';
import { offerClaim } from '../sites/devices/claim.ts';
import { answerQuestion } from '../sites/devices/deviceRequests.ts';
import { provisionDevice } from '../sites/devices/provision.ts';
import { readKeys } from '../sites/devices/values.ts';
import type { DeviceEntry } from '../sites/telemetry/catalog/catalog.ts';

type DeviceOperation =
  | 'deviceAttributesAsk'
  | 'deviceAttributesReport'
  | 'deviceAttributesWait'
  | 'deviceCommandWait'
  | 'deviceCommandAnswer'
  | 'deviceQuestion'
  | 'deviceClaimOffer'
  | 'deviceProvision';

const TIMEOUT_MS = 20_000;
/** A sender over HTTP sends one message at a time. */
const LIMITS = { maxPayloadSize: 1024 * 1024, maxInflightMessages: 1 };

/**
 * Finds the device of a token. Throws if the device is disabled, because it can then neither receive nor send
 * anything.
 */
async function findDevice(
  context: HandlerContext,
  { deviceToken }: { deviceToken: string },
): Promise<DeviceEntry> {
  const entry = await findSender(context, deviceToken);
  if (!entry.device.enabled) throw new AppError('telemetry.deviceDisabled');
  return entry;
}

/** Waits until data arrives, the timeout expires or the device disconnects. */
async function waited<T>(
  { reply }: HandlerContext,
  ms: number | undefined,
  wait: (wait: { ms: number; signal: AbortSignal }) => Promise<T | null>,
): Promise<T> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const answer = await wait({ ms: ms ?? TIMEOUT_MS, signal: gone.signal });
  if (answer === null) throw new AppError('device.nothingNew');
  return answer;
}

export const deviceApiCalls = {
  async deviceAttributesAsk({ path, query }, context) {
    const entry = await findDevice(context, path);
    const { clientKeys, sharedKeys } = query;
    return context.devices.attributes.read(entry, readKeys(clientKeys), readKeys(sharedKeys));
  },

  async deviceAttributesReport({ path, body }, context) {
    await context.devices.attributes.report(await findSender(context, path.deviceToken), body);
    return {};
  },

  async deviceAttributesWait({ path, query }, context) {
    const { device } = await findDevice(context, path);
    return waited(context, query.timeout, (wait) => context.devices.polls.change(device, wait));
  },

  async deviceCommandWait({ path, query }, context) {
    const { device } = await findDevice(context, path);
    return waited(context, query.timeout, (wait) => context.devices.polls.command(device, wait));
  },

  async deviceCommandAnswer({ path, body }, context) {
    const { device } = await findDevice(context, path);
    const answer = { deviceSn: device.sn, id: path.id, payload: JSON.stringify(body ?? null) };
    await noteAnswers(engineContext(context), device.tenantId, [answer]);
    return {};
  },

  async deviceQuestion({ path, body }, context) {
    return answerQuestion(context, await findDevice(context, path), body, LIMITS);
  },

  async deviceClaimOffer({ path, body }, context) {
    await offerClaim(engineContext(context), await findDevice(context, path), body);
    return {};
  },

  deviceProvision: ({ body }, context) => provisionDevice(engineContext(context), body),
} satisfies Pick<Calls<HandlerContext>, DeviceOperation>;
