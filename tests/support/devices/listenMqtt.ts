/** A client of the platform's listener that collects its messages. */
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { expect } from 'vitest';

/** The messages that a client receives, by topic. */
export interface MqttListener {
  client: MqttClient;
  messages: { topic: string; payload: unknown }[];
  next(topic: string): Promise<unknown>;
  ask(topic: string, question: unknown, answer: string): Promise<unknown>;
}

export async function listenMqtt(
  port: number,
  username: string,
  protocolVersion: 4 | 5,
  options: IClientOptions = {},
): Promise<MqttListener> {
  const url = `mqtt://127.0.0.1:${port}`;
  const client = await connectAsync(
    url,
    { username, protocolVersion, reconnectPeriod: 0, ...options },
    false,
  );
  const messages: MqttListener['messages'] = [];
  client.on('message', (topic, payload) => messages.push({ topic, payload: JSON.parse(payload.toString()) }));
  const listener: MqttListener = {
    client,
    messages,
    async next(topic) {
      await expect.poll(() => messages.some((one) => one.topic === topic)).toBe(true);
      const [found] = messages.splice(
        messages.findIndex((one) => one.topic === topic),
        1,
      );
      return found!.payload;
    },
    async ask(topic, question, answer) {
      await client.publishAsync(topic, JSON.stringify(question), { qos: 1 });
      return listener.next(answer);
    },
  };
  return listener;
}
