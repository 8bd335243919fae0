/**
 * Converters of the stations, in their own process. Each subscribes by MQTT and accepts every command. The parent
 * process receives every set point, and triggers the reports of all values.
 */
import { connectAsync, type MqttClient } from 'mqtt';

const [port = '', ...tokens] = process.argv.slice(2);

const clients: MqttClient[] = [];
for (const username of tokens) {
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { username });
  client.on('message', (topic) => {
    void client.publishAsync(topic.replace('request', 'response'), '{"success":true}', { qos: 1 });
    process.send?.('heard');
  });
  await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  clients.push(client);
}
process.on('message', async (payload: string) => {
  await Promise.all(
    clients.map((client) => client.publishAsync('v1/devices/me/telemetry', payload, { qos: 1 })),
  );
  process.send?.('told');
});
process.send?.('ready');
