/** Handles a message by its topic. The topics are those of ThingsBoard, so existing firmware works unchanged. */
import { isObject } from '../../../runtime/core/object.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { RESPONSE_TOPIC } from '../../sites/control/link.ts';
import { offerClaim } from '../../sites/devices/claim.ts';
import { answerQuestion } from '../../sites/devices/deviceRequests.ts';
import { readKeys } from '../../sites/devices/values.ts';
import type { Code } from './packets/codes.ts';
import { type Arrived, ignore, readJson, settled } from './packets/incomingMessage.ts';
import { takeMessage } from './packets/message.ts';
import { takeGateway } from './publishGateway.ts';

const TELEMETRY = 'v1/devices/me/telemetry';
export const ATTRIBUTES = 'v1/devices/me/attributes';
const ATTRIBUTES_REQUEST = `${ATTRIBUTES}/request/`;
const ATTRIBUTES_RESPONSE = `${ATTRIBUTES}/response/`;
const QUESTION = 'v1/devices/me/rpc/request/';
const CLAIM = 'v1/devices/me/claim';
const GATEWAY = 'v1/gateway/';

const numberAfter = (topic: string, prefix: string): number | null => {
  const rest = topic.startsWith(prefix) ? topic.slice(prefix.length) : '';
  return /^\d{1,15}$/.test(rest) ? Number(rest) : null;
};

/** Returns the parsed JSON. Throws for invalid JSON, which `readJson` has already counted. */
function requireJson(arrived: Arrived): unknown {
  const message = readJson(arrived);
  if (message === undefined) throw new AppError('telemetry.notAMessage');
  return message;
}

/** Answers `{"clientKeys": "a,b", "sharedKeys": "c"}`. Without both keys, returns all attributes. */
async function answerAttributes(arrived: Arrived, id: number): Promise<void> {
  const message = requireJson(arrived);
  const { clientKeys, sharedKeys } = isObject(message) ? message : {};
  const { attributes } = arrived.services.devices;
  const answer = await attributes.read(arrived.entry, readKeys(clientKeys), readKeys(sharedKeys));
  arrived.peer.send({ topic: `${ATTRIBUTES_RESPONSE}${id}`, payload: JSON.stringify(answer) });
}

async function answerRpc(arrived: Arrived, id: number): Promise<void> {
  const { services, entry, limits, peer } = arrived;
  const answer = answerQuestion(services, entry, requireJson(arrived), limits);
  peer.send({ topic: `${RESPONSE_TOPIC}${id}`, payload: JSON.stringify(answer) });
}

async function receiveAttributes(arrived: Arrived): Promise<void> {
  await arrived.services.devices.attributes.report(arrived.entry, requireJson(arrived));
}

async function receiveClaim(arrived: Arrived): Promise<void> {
  await offerClaim(arrived.services, arrived.entry, requireJson(arrived));
}

/** Returns the code for the sender. Rejects if the sender should repeat the message. */
export async function takePublish(arrived: Arrived): Promise<Code> {
  const { services, entry, topic, payload, control } = arrived;
  if (topic === TELEMETRY) return (await takeMessage(services, entry, payload)).code;
  services.telemetry.heard.note(entry.device);
  if (topic.startsWith(GATEWAY)) return takeGateway(arrived);
  if (topic === ATTRIBUTES) return settled(receiveAttributes(arrived));
  const requestId = numberAfter(topic, ATTRIBUTES_REQUEST);
  if (requestId !== null) return settled(answerAttributes(arrived, requestId));
  const answered = numberAfter(topic, RESPONSE_TOPIC);
  if (answered !== null) return settled(control.answered(entry, answered, payload.toString()));
  const question = numberAfter(topic, QUESTION);
  if (question !== null) return settled(answerRpc(arrived, question));
  if (topic === CLAIM) return settled(receiveClaim(arrived));
  return ignore(arrived);
}
