import type { Services } from '../../context.ts';
import { bridge_start } from './bridge.ts';
import { listener_start, type MqttLink } from './listener.ts';

/** Our own listener, or with MQTT_URL a connection to an existing broker. */
export function startMqtt(services: Services): Promise<MqttLink> {
  const { mqttUrl } = services.config;
  return mqttUrl ? bridge_start(services, mqttUrl) : listener_start(services);
}
