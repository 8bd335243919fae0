/**
 * Tries the commands of documents without their effect. The project's own commands get an additional word that they
 * must refuse by name, or `--help`. For other commands, the address or topic is checked.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findRoute } from '../calls/documentRoutes.ts';
import { WAIT_MS } from '../server/patience.ts';

const ROOT = join(import.meta.dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** A word that names no script, step, bench or fault. */
const NOTHING = 'nothing';

interface Trial {
  /** The additional word. It comes first, so that no option takes it as its value. */
  add: string;
  /** The expected answer. */
  expect: RegExp;
  /** True if the answer lists all names that the command accepts. */
  listsNames?: boolean;
}

/** A command that answers a wrong name with a list of its names. */
const refusing = (kind: string): Trial => ({
  add: NOTHING,
  expect: new RegExp(`^There is no ${kind} nothing; there are `),
  listsNames: true,
});

const TRIALS: Readonly<Record<string, Trial>> = {
  test: refusing('step'),
  'test:full': refusing('step'),
  'test:slow': refusing('step'),
  copies: { add: NOTHING, expect: /^Say a folder/ },
  bench: refusing('bench'),
  'test:faults': refusing('fault'),
  'test:move': refusing('scenario'),
  import: { add: '--help', expect: /^npm run import/ },
  replay: { add: '--help', expect: /^npm run replay/ },
  backup: { add: '--help', expect: /^npm run backup/ },
  restore: { add: '--help', expect: /^npm run backup/ },
  move: { add: '--help', expect: /^npm run move/ },
  texts: { add: NOTHING, expect: /^Usage: npm run texts/ },
};
const KINDS = ['entity', 'page', 'widget', 'call'];

const words = (command: string): string[] =>
  (command.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll(/^['"]|['"]$/g, ''));

const answers = new Map<string, string>();

function runScript(name: string, args: readonly string[]): string {
  const [program = '', ...rest] = words(scripts[name]!);
  const key = [name, ...args].join(' ');
  const env = { ...process.env, LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8' };
  const run = () =>
    spawnSync(program, [...rest, ...args], { cwd: ROOT, env, encoding: 'utf8', timeout: WAIT_MS });
  if (!answers.has(key)) {
    const { stdout, stderr } = run();
    answers.set(key, stdout || stderr);
  }
  return answers.get(key)!;
}

/** Returns the arguments before the first option. */
function namesOf(args: readonly string[]): readonly string[] {
  const at = args.findIndex((arg) => arg.startsWith('-'));
  return at < 0 ? args : args.slice(0, at);
}

/**
 * Runs a script with the arguments of the document and the additional word, which stops it before it does anything.
 * Names are compared with the list in the refusal, so the script runs only once for all names.
 */
function tryScript(name: string, args: readonly string[]): string | null {
  const trial = TRIALS[name];
  if (!trial) return args.length > 0 ? `npm run ${name} takes no arguments` : null;
  const names = trial.listsNames ? namesOf(args) : [];
  const rest = args.slice(names.length).filter((arg) => arg !== trial.add);
  const answer = runScript(name, [trial.add, ...rest]);
  if (!trial.expect.test(answer)) return answer.split('\n')[0]!;
  const unknown = names.find((one) => !answer.match(/[\w-]+/g)?.includes(one));
  if (unknown) return `npm run ${name} does not know ${unknown}`;
  if (trial.add !== '--help') return null;
  const unnamed = args.find((arg) => arg.startsWith('--') && arg !== '--help' && !answer.includes(arg));
  return unnamed ? `--help of npm run ${name} does not name ${unnamed}` : null;
}

function findNpmProblem([verb = '', ...rest]: readonly string[]): string | null {
  if (verb === 'install' || verb === 'ci') return null;
  const [name = '', ...more] = verb === 'run' ? rest.filter((word) => word !== '-s') : [verb, ...rest];
  if (!(name in scripts)) return `there is no script ${name}`;
  const args = more[0] === '--' ? more.slice(1) : more;
  if (more.length > args.length || more.length === 0) {
    if (name !== 'new') return tryScript(name, args);
    const isKnown = args.length === 2 && KINDS.includes(args[0]!);
    return isKnown ? null : `npm run new takes ${KINDS.join('|')} and a name`;
  }
  return `the arguments of npm run ${name} stand behind --`;
}

function findCurlProblem(args: readonly string[]): string | null {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      request: { type: 'string', short: 'X', default: 'GET' },
      header: { type: 'string', short: 'H', multiple: true },
      data: { type: 'string', short: 'd' },
      silent: { type: 'boolean' },
      'fail-with-body': { type: 'boolean' },
    },
  });
  const address = /^(?:localhost:8080|\$WATTDECK_URL)(\/[^?]*)/.exec(positionals[0] ?? '')?.[1];
  if (!address) return 'curl asks an address of the server';
  return findRoute(values.request, address) ? null : `there is no ${values.request} ${address}`;
}

const MQTT_SOURCES = join(ROOT, 'server/connectors/mqtt');
const mqttText = globSync('**/*.ts', { cwd: MQTT_SOURCES })
  .map((file) => readFileSync(join(MQTT_SOURCES, file), 'utf8'))
  .join('\n');

/** Checks the topics of a command, and the published message. */
function findMqttProblem(args: readonly string[]): string | null {
  const topics = args.filter((_, at) => args[at - 1] === '-t');
  const unknown = topics.find((topic) => !mqttText.includes(topic.replace(/\/\+$/, '')));
  const message = args[args.indexOf('-m') + 1];
  if (args.includes('-m')) JSON.parse(message ?? '');
  return topics.length === 0 || unknown ? `there is no topic ${unknown}` : null;
}

/** Programs of the system and of other authors, which these tests cannot check. */
const FOREIGN = new Set(['cd', 'head', 'ls', 'pip', 'rm', 'useradd', 'xargs']);
const CRON_TIME = /^\d+ \d+ \* \* \* /;

function findProblem(command: string): string | null {
  const [program = '', ...args] = words(command);
  if (FOREIGN.has(program)) return null;
  if (program === 'npm') return findNpmProblem(args);
  if (program === 'npx')
    return existsSync(join(ROOT, 'node_modules/.bin', args[0] ?? ''))
      ? null
      : `there is no program ${args[0]}`;
  if (program === 'curl') return findCurlProblem(args);
  if (program.startsWith('mosquitto_')) return findMqttProblem(args);
  return `${program} is not a command that the documents use: check it in tests/support/project/documentCommands.ts`;
}

const problems = new Map<string, string | null>();

/** Returns the reason why a shell line cannot be right, or null. */
export function commandProblem(line: string): string | null {
  const commands = line
    .replace(CRON_TIME, '')
    .split(/\s(?:&&|\|)\s/)
    .map((command) => command.trim());
  for (const command of commands) {
    if (!problems.has(command)) problems.set(command, findProblem(command));
    const problem = problems.get(command);
    if (problem) return `${command}: ${problem}`;
  }
  return null;
}

/** Returns the options in the `--help` of the project's commands. */
export const helpOptions = (): Set<string> =>
  new Set(
    Object.entries(TRIALS)
      .filter(([, { add }]) => add === '--help')
      .flatMap(([name]) => runScript(name, ['--help']).match(/--[a-z-]+/g) ?? []),
  );
