import type { Services } from '../../engine/context.ts';
import { startBridge } from './bridge.ts';
import { type MqttLink, startListener } from './listener.ts';

/** Our own listener, or with MQTT_URL a connection to an existing broker. */
export function startMqtt(services: Services): Promise<MqttLink> {
  const { mqttUrl } = services.config;
  return mqttUrl ? startBridge(services, mqttUrl) : startListener(services);
}
