/** Tests that few machines can run name their requirement. The summary of a run lists the missing requirements. */
declare module 'vitest' {
  interface TaskMeta {
    /** A program or a file that is missing on this machine. */
    needs?: string;
  }
}

/**
 * Returns options for a test, or a group of tests, with a requirement. If it is not met, the test is skipped. `what`
 * completes "skipped: ".
 */
export const needs = (isThere: boolean, what: string): { skip: boolean; meta: { needs: string } } => ({
  skip: !isThere,
  meta: { needs: what },
});
