/** Runs a function each time the network returns. Returns a function that stops this. */
export function whenOnline(run: () => void): () => void {
  window.addEventListener('online', run);
  return () => window.removeEventListener('online', run);
}
