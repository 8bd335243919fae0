import type { Services } from '../../engine/context.ts';
import { type MqttLink, startListener } from './listener.ts';
import { startBridge } from './peers/bridge.ts';

/** Starts the built-in listener, or with MQTT_URL a connection to an existing broker. */
export function startMqtt(services: Services): Promise<MqttLink> {
  const { mqttUrl } = services.config;
  return mqttUrl ? startBridge(services, mqttUrl) : startListener(services);
}
