import type { Client } from '../calls/client.ts';

/** Sets the value of one unit of a currency in the home currency today. */
export async function setRate(client: Client, currency: 'USD' | 'EUR', rate: number): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const and = [
    { field: 'currency', op: 'eq', value: currency },
    { field: 'day', op: 'eq', value: day },
  ];
  const { records } = await client.call('exchangeRatePage', { query: { filter: JSON.stringify({ and }) } });
  const [known] = records;
  if (known)
    await client.call('exchangeRateUpdate', { body: { id: known.id, version: known.version, rate } });
  else await client.call('exchangeRateCreate', { body: { currency, day, rate } });
}
