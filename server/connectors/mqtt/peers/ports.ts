import type { Config } from '../../../platform/config.ts';
import type { Listening } from '../../../platform/ports.ts';

type Ports = Pick<Config, 'host' | 'mqttPort' | 'mqttsPort' | 'tls' | 'mqttUrl' | 'roles'>;

export const plainPort = ({ host, mqttPort }: Pick<Config, 'host' | 'mqttPort'>): Listening => ({
  ...{ name: 'the MQTT port', host, port: mqttPort },
  setting: 'WATTDECK_MQTT_PORT',
});

export const securePort = (host: string, port: number): Listening => ({
  ...{ name: 'the MQTT port', host, port },
  setting: 'WATTDECK_MQTTS_PORT',
});

/** Returns the ports that the built-in listener opens in this process. Empty with an existing broker. */
export function mqttPorts(config: Ports): Listening[] {
  const { host, mqttsPort, tls, mqttUrl, roles } = config;
  if (mqttUrl !== null || !roles.has('ingest')) return [];
  return [plainPort(config), ...(mqttsPort === null || !tls ? [] : [securePort(host, mqttsPort)])];
}
