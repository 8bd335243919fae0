import type { Services } from '../../engine/context.ts';
import { type MqttLink, startListener } from './listener.ts';
import { startBridge } from './peers/bridge.ts';

/** Starts the built-in listener. With MQTT_URL, connects to an existing broker instead. */
export function startMqtt(services: Services): Promise<MqttLink> {
  const { mqttUrl } = services.config;
  return mqttUrl ? startBridge(services, mqttUrl) : startListener(services);
}
