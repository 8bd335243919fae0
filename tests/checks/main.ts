/** Structure checks that the linter cannot say: budgets for file length. Exit code 1 and one line a breach. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const MAX_LINES = 400;

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.css'],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter(Boolean);

const breaches = files.flatMap((file) => {
  const lines = readFileSync(file, 'utf8').split('\n').length - 1;
  return lines > MAX_LINES
    ? [`${file}: ${lines} lines, ${MAX_LINES} are allowed: split it by what it does`]
    : [];
});

for (const breach of breaches) console.error(breach);
if (breaches.length) process.exitCode = 1;
