/**
 * Makes the platform available offline: its program files and the last answers of the server are cached on the device.
 * The build writes the files of this version into FILES.
 */
const FILES = [];
const PROGRAM = 'wattdeck-program';
const DATA = 'wattdeck-data';
const PAGE = '/index.html';
/** Time that pages wait for a slow network before the cached answer is used. */
const PATIENCE_MS = 4000;
/** Maximum number of cached answers. Above it the oldest are deleted. */
const MOST_ANSWERS = 600;
/** Maximum age of a cached answer. The user may have lost the permission for older ones. */
const LONGEST_MS = 7 * 86_400_000;
const GONE = [401, 403, 404, 410];
const LOAD_AT_ONCE = 8;
const CALLS = /^\/(manager|admin|ems|auth|tools|act)\//;
/** Measured values are not cached, because they are outdated within seconds. */
const MEASURED = '/ems/api/';
/** The list of the previous version's files. Open windows of that version may still load them. */
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

/** Sends the request to the server. Without network, returns the last cached answer. */
async function answerCall(event) {
  const { request } = event;
  // Opened before the request. If the user signs out in the meantime, the answer is written to the deleted cache.
  const cache = await caches.open(DATA);
  try {
    const answer = await fetch(request);
    // Only kept answers are cloned, because an unread copy of a large file would fill the memory.
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
// The new version is activated by the user only, so that a form with input is never interrupted.
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
