/** Topic aliases, which an MQTT 5 sender uses in place of its topics. */

import { MAX_ALIASED_TOPIC, MAX_ALIASES } from '../peers/limits.ts';
import { CODE, MqttError } from './codes.ts';

/** Returns a function that finds the topic of a message. It stores a new alias of the topic. */
export function createAliases(): (topic: string, alias: number | undefined) => string {
  const topics = new Map<number, string>();
  return (topic, alias) => {
    if (alias === undefined) {
      if (topic === '') throw new MqttError(CODE.protocolError, 'a message without a topic');
      return topic;
    }
    if (!Number.isInteger(alias) || alias < 1 || alias > MAX_ALIASES)
      throw new MqttError(CODE.topicAlias, 'no such topic alias');
    if (topic !== '' && topic.length <= MAX_ALIASED_TOPIC) topics.set(alias, topic);
    if (topic !== '') return topic;
    const aliased = topics.get(alias);
    if (aliased === undefined) throw new MqttError(CODE.topicAlias, 'no topic has this alias yet');
    return aliased;
  };
}
