/** Stores the progress of a test run in a file, for the process that ends a hanging run. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';

export interface RunNotes {
  /** Test files that are running. */
  open: string[];
  /** File, title and message of each test that failed. */
  failed: string[];
  /** File and title of each skipped test, with its missing requirement. */
  skipped: string[];
  /** Seconds by the path of a file. */
  seconds: Record<string, number>;
}

export const NO_NOTES: RunNotes = { open: [], failed: [], skipped: [], seconds: {} };

/** Environment variable with the path of the file. */
export const RUN_NOTES = 'WATTDECK_TEST_RUN_NOTES';

/** Arguments for a test run that prints its results and stores them. */
export const REPORTERS = ['--reporter=default', '--reporter=./tests/run/runNotesReporter.ts'];

/** Maximum number of lines of a message. The complete message is in the output. */
const COMPLAINT_LINES = 8;
const COMPLAINT_LENGTH = 300;
const STORE_EVERY_MS = 1_000;

interface Complaint {
  message: string;
  diff?: string;
  stacks?: readonly { file: string; line: number }[];
}

/** Returns the beginning of a message, and the place in a file of the project. */
function briefComplaint({ message, diff = '', stacks = [] }: Complaint): string[] {
  const lines = stripVTControlCharacters(`${message}\n${diff}`).split('\n');
  const place = stacks.find(({ file }) => !file.includes('node_modules'));
  return [
    ...lines
      .filter((line) => line.trim())
      .slice(0, COMPLAINT_LINES)
      .map((line) => line.slice(0, COMPLAINT_LENGTH)),
    ...(place ? [`at ${relative(process.cwd(), place.file)}:${place.line}`] : []),
  ].map((line) => `    ${line}`);
}

const describeFailure = (title: string, errors: readonly SerializedError[]): string =>
  [title, ...errors.flatMap((error) => briefComplaint(error as Complaint))].join('\n');

/** Returns the requirement of a skipped test, from the test or the group around it (tests/support/server/needs.ts). */
function needOf(test: TestCase | TestSuite | TestModule): string | undefined {
  if (test.type === 'module') return undefined;
  return test.meta().needs ?? needOf(test.parent);
}

export default class RunNotesReporter implements Reporter {
  private readonly open = new Set<string>();
  private readonly notes: RunNotes = { open: [], failed: [], skipped: [], seconds: {} };
  private readonly began = new Map<string, number>();
  private kept = 0;

  private keep(): void {
    this.notes.open = [...this.open];
    this.kept = performance.now();
    const target = process.env[RUN_NOTES];
    if (target) writeFileSync(target, JSON.stringify(this.notes));
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.open.add(relative(process.cwd(), moduleId));
    this.keep();
  }

  onTestModuleStart({ moduleId }: TestModule): void {
    this.began.set(moduleId, performance.now());
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    const title = `${relative(process.cwd(), test.module.moduleId)}: ${test.fullName}`;
    if (state === 'failed') this.notes.failed.push(describeFailure(title, errors));
    if (state === 'skipped') this.notes.skipped.push(`${title} – ${needOf(test) ?? 'no reason is given'}`);
    // Writes the file regularly, as a sign that the run continues.
    if (performance.now() - this.kept > STORE_EVERY_MS) this.keep();
  }

  onTestModuleEnd(module: TestModule): void {
    const path = relative(process.cwd(), module.moduleId);
    // The errors of a hook and of the file itself belong to no test.
    const errors = [module, ...module.children.allSuites()].flatMap((part) => part.errors());
    if (errors.length) this.notes.failed.push(describeFailure(path, errors));
    const { collectDuration, duration, setupDuration } = module.diagnostic();
    const began = this.began.get(module.moduleId);
    const ms = began === undefined ? collectDuration + setupDuration + duration : performance.now() - began;
    this.notes.seconds[path] = Math.round(ms / 100) / 10;
    this.open.delete(path);
    this.keep();
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    if (errors.length) this.notes.failed.push(describeFailure('outside of all tests', errors));
    this.keep();
  }
}
