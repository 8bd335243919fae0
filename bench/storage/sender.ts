/**
 * `node sender.ts URL RATE`: sends this many points a second to the benched server until it is stopped. Then it
 * reports the number of sent points.
 */
const [url = '', rate = '20000'] = process.argv.slice(2);
const MESSAGE = 500;
const DEVICES = 20;
const VARIABLES = 10;
const SECONDS = MESSAGE / VARIABLES;
const every = (MESSAGE * 1000) / Number(rate);
const headers = { 'content-type': 'application/json' };

let sent = 0;
let refused = 0;
const clock = Array.from({ length: DEVICES }, () => Date.now() - 7_200_000);

async function sendMessage(number: number): Promise<void> {
  const device = number % DEVICES;
  const start = clock[device]!;
  clock[device] = start + SECONDS * 100;
  const body = Array.from({ length: SECONDS }, (_, second) => ({
    ts: start + second * 100,
    values: Object.fromEntries(Array.from({ length: VARIABLES }, (_, at) => [`v${at}`, second + at / 8])),
  }));
  const response = await fetch(`${url}/api/v1/live${device}/telemetry`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (response.ok) sent += MESSAGE;
  else refused += MESSAGE;
}

const start = performance.now();
let number = 0;
const timer = setInterval(() => {
  // Sends all points due by now. The rate is therefore correct even if the timer is late.
  while (number * every < performance.now() - start)
    void sendMessage(number++).catch(() => (refused += MESSAGE));
}, 5);

process.on('SIGTERM', () => {
  clearInterval(timer);
  const seconds = (performance.now() - start) / 1000;
  console.log(JSON.stringify({ rate: sent / seconds, refused }));
  process.exit(0);
});
