/** A reason not to start that is shown to the operator in exactly one line. */
export class StartError extends Error {
  override name = 'StartError';
}
