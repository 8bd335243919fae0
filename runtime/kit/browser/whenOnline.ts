/** Runs it each time the network is back; the answer ends that. */
export function whenOnline(run: () => void): () => void {
  window.addEventListener('online', run);
  return () => window.removeEventListener('online', run);
}
