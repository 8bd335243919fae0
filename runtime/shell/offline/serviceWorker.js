/**
 * Opens the platform without network: its programs come from the device, and what was read last replaces the server.
 * The build writes the files of this version into FILES.
 */
const FILES = [];
const PROGRAM = 'wattdeck-program';
const DATA = 'wattdeck-data';
const PAGE = '/index.html';
/** Time that pages wait for a slow network before the cached answer is used. */
const PATIENCE_MS = 4000;
/** The answers that were read first make room for others. */
const MOST_ANSWERS = 600;
/** Older answers may show more than the user is allowed by now. */
const LONGEST_MS = 7 * 86_400_000;
const GONE = [401, 403, 404, 410];
const LOAD_AT_ONCE = 8;
const CALLS = /^\/(manager|admin|ems|auth|tools|act)\//;
/** Measured values are asked for every few seconds, and mean nothing later. */
const MEASURED = '/ems/api/';
/** Names the files of the version before: windows that still show it load some of them later. */
const BEFORE = '/files-before.json';

async function loadProgram() {
  const cache = await caches.open(PROGRAM);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const wanted = FILES.filter((file) => !known.has(file));
  for (let at = 0; at < wanted.length; at += LOAD_AT_ONCE)
    await cache.addAll(wanted.slice(at, at + LOAD_AT_ONCE));
  await cache.add(PAGE);
}

async function forgetOld() {
  const cache = await caches.open(PROGRAM);
  const before = (await (await cache.match(BEFORE))?.json()) ?? [];
  const kept = new Set([PAGE, BEFORE, ...before, ...FILES]);
  for (const request of await cache.keys())
    if (!kept.has(new URL(request.url).pathname)) await cache.delete(request);
  await cache.put(BEFORE, new Response(JSON.stringify(FILES)));
}

async function answerPage(request) {
  const stored = () => caches.match(PAGE, { cacheName: PROGRAM });
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.status < 500) return answer;
    return (await stored()) ?? answer;
  } catch (error) {
    const page = await stored();
    if (page) return page;
    throw error;
  }
}

const answerFile = async (request) =>
  (await caches.match(request, { cacheName: PROGRAM, ignoreVary: true })) ?? fetch(request);

const isKept = (answer) =>
  answer.status === 200 && /^(application\/json|image\/)/.test(answer.headers.get('content-type') ?? '');

async function keep(cache, key, answer) {
  if (GONE.includes(answer.status)) await cache.delete(key, { ignoreVary: true });
  if (!isKept(answer)) return;
  await cache.put(key, answer);
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST_ANSWERS))) await cache.delete(old);
}

const isFresh = (answer) => Date.now() - Date.parse(answer.headers.get('date') ?? '') < LONGEST_MS;

/** The server answers, and its last answer replaces it where it cannot be reached. */
async function answerCall(event) {
  const { request } = event;
  // Opened before the request: the answer for a user who left since goes to the cache that was deleted then.
  const cache = await caches.open(DATA);
  try {
    const answer = await fetch(request);
    // The copy of a large file that no program reads would fill the memory.
    const kept = isKept(answer) ? answer.clone() : answer;
    event.waitUntil(keep(cache, request.url, kept).catch(() => undefined));
    return answer;
  } catch (error) {
    if (request.signal?.aborted) throw error;
    const stored = await caches.match(request.url, { cacheName: DATA, ignoreVary: true });
    if (stored && isFresh(stored)) return stored;
    throw error;
  }
}

self.addEventListener('install', (event) => event.waitUntil(loadProgram()));
self.addEventListener('activate', (event) => event.waitUntil(forgetOld().then(() => self.clients.claim())));
// The person chose the new version: it is never forced on an open form.
self.addEventListener('message', ({ data }) => data === 'takeOver' && self.skipWaiting());
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!CALLS.test(url.pathname)) event.respondWith(answerPage(request));
    return;
  }
  if (url.pathname.startsWith('/assets/')) event.respondWith(answerFile(request));
  else if (
    request.method === 'GET' &&
    CALLS.test(url.pathname) &&
    !url.pathname.startsWith(MEASURED) &&
    !request.headers.has('range') &&
    request.headers.get('accept') !== 'text/event-stream'
  )
    event.respondWith(answerCall(event));
});
