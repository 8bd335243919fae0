const EVERY_MS = 2_000;
const MB = 1_000_000;

const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(bytes < 10 * MB ? 1 : 0)} MB`;

/** Prints the current step, and its progress at intervals. */
export function beginStep(title: string, total: number): (count: number) => void {
  console.log(`${title} (${megabytes(total)}) …`);
  let done = 0;
  let reportedAt = Date.now();
  return (count) => {
    done += count;
    if (Date.now() - reportedAt < EVERY_MS) return;
    reportedAt = Date.now();
    console.log(`  ${megabytes(done)} of ${megabytes(Math.max(done, total))}`);
  };
}
