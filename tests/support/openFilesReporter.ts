/** Keeps the names of the test files that are under way in a file, for whoever ends a run that hangs. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const target = process.env.WATTDECK_TEST_OPEN_FILES;

export default class OpenFilesReporter implements Reporter {
  private readonly open = new Set<string>();

  private keep(): void {
    if (target) writeFileSync(target, [...this.open].join('\n'));
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.open.add(relative(process.cwd(), moduleId));
    this.keep();
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.open.delete(relative(process.cwd(), moduleId));
    this.keep();
  }
}
