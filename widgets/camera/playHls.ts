/** Plays an HLS stream natively if the browser supports it, otherwise with hls.js. */
const NATIVE = 'application/vnd.apple.mpegurl';

/** Returns a function that stops playback. `failed` is called once after an unrecoverable error. */
export function playHls(video: HTMLVideoElement, address: string, failed: () => void): () => void {
  let left = false;
  let destroy = (): void => {};
  if (video.canPlayType(NATIVE)) {
    video.addEventListener('error', failed);
    video.src = address;
    destroy = () => video.removeEventListener('error', failed);
  } else {
    import('hls.js').then(({ default: Hls }) => {
      if (left) return;
      if (!Hls.isSupported()) return failed();
      // hls.js loads its worker from a blob, which the Content-Security-Policy forbids.
      const hls = new Hls({ enableWorker: false, liveDurationInfinity: true });
      hls.on(Hls.Events.ERROR, (_event, { fatal }) => fatal && failed());
      hls.loadSource(address);
      hls.attachMedia(video);
      destroy = () => hls.destroy();
    }, failed);
  }
  return () => {
    left = true;
    destroy();
    video.removeAttribute('src');
    video.load();
  };
}
