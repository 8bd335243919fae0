/** Tests that few machines can run name their requirement. The summary of a run shows why they were skipped. */
declare module 'vitest' {
  interface TaskMeta {
    /** A program or a file that this machine lacks. */
    needs?: string;
  }
}

/**
 * Returns options of a test, or a group of tests, that runs only if a requirement is met; `what` completes "skipped: ".
 */
export const needs = (isThere: boolean, what: string): { skip: boolean; meta: { needs: string } } => ({
  skip: !isThere,
  meta: { needs: what },
});
