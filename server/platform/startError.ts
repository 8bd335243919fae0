/** A reason not to start. The operator sees it in one line. */
export class StartError extends Error {
  override name = 'StartError';
}
