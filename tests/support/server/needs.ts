/** Tests that few machines can run say what they need, and the summary of a run says why they were skipped. */
declare module 'vitest' {
  interface TaskMeta {
    /** A program or a file that is missing here. */
    needs?: string;
  }
}

/** Options of a test, or of a group of tests, that runs where this is there; `what` completes "skipped: ". */
export const needs = (isThere: boolean, what: string): { skip: boolean; meta: { needs: string } } => ({
  skip: !isThere,
  meta: { needs: what },
});
