/** Keeps in a file what a run of tests has come to, also for whoever ends one that hangs. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

export interface RunNotes {
  /** The test files that are under way. */
  open: string[];
  /** File, title and complaint of each test that failed, and of each that passed only when it was tried again. */
  failed: string[];
  flaky: string[];
}

/** Names the file. */
export const RUN_NOTES = 'WATTDECK_TEST_RUN_NOTES';

/** Arguments for a run of tests that prints what it comes to, and keeps it. */
export const REPORTERS = ['--reporter=default', '--reporter=./tests/support/runNotesReporter.ts'];

/** So much of a complaint tells what went wrong; the rest stands in the output. */
const COMPLAINT_LINES = 8;
const COMPLAINT_LENGTH = 300;

interface Complaint {
  message: string;
  diff?: string;
  stacks?: readonly { file: string; line: number }[];
}

/** Returns the beginning of a complaint, and the place in a file of ours. */
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

export default class RunNotesReporter implements Reporter {
  private readonly open = new Set<string>();
  private readonly failed: string[] = [];
  private readonly flaky: string[] = [];

  private keep(): void {
    const target = process.env[RUN_NOTES];
    const notes: RunNotes = { open: [...this.open], failed: this.failed, flaky: this.flaky };
    if (target) writeFileSync(target, JSON.stringify(notes));
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.open.add(relative(process.cwd(), moduleId));
    this.keep();
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    const title = `${relative(process.cwd(), test.module.moduleId)}: ${test.fullName}`;
    if (state === 'failed') this.failed.push(describeFailure(title, errors));
    else if (test.diagnostic()?.flaky) this.flaky.push(describeFailure(title, errors));
  }

  onTestModuleEnd(module: TestModule): void {
    const path = relative(process.cwd(), module.moduleId);
    // A hook that threw belongs to no test, and neither does the file itself.
    const errors = [module, ...module.children.allSuites()].flatMap((part) => part.errors());
    if (errors.length) this.failed.push(describeFailure(path, errors));
    this.open.delete(path);
    this.keep();
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    if (errors.length) this.failed.push(describeFailure('outside of all tests', errors));
    this.keep();
  }
}
