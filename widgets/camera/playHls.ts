/** Plays an HLS stream with the browser itself if it can, and with hls.js elsewhere. */
const NATIVE = 'application/vnd.apple.mpegurl';

/** Returns the function that ends playback. `failed` is called once if playback cannot go on. */
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
      // A worker would have to come from a blob, which the content policy of the pages does not allow.
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
