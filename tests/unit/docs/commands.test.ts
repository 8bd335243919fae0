/** Every command of the documents is tried, so that no command is misspelt or outdated. */
import { describe, expect, it } from 'vitest';
import { commandProblem, helpOptions } from '../../support/project/documentCommands.ts';
import { commandsOf, documents, fencesOf, inlineCode, proseOf } from '../../support/project/documents.ts';

const commands = documents.flatMap((document) =>
  [...new Set(commandsOf(document))].map((command) => [document.path, command] as const),
);
const options = documents.flatMap((document) =>
  inlineCode(proseOf(document))
    .filter((code) => /^--\w/.test(code))
    .map((code) => [document.path, code] as const),
);

describe('the commands of the documents', () => {
  it('are found', () => {
    expect(commands.length).toBeGreaterThan(50);
    expect(commands.map(([, command]) => command)).toContain('npm install && npm start');
  });

  it.each(commands)('%s: %s', (_, command) => {
    expect(commandProblem(command)).toBeNull();
  });

  it.each(options)('%s names an existing option: %s', (_, code) => {
    const tried = commands.flatMap(([, command]) => command.match(/--[a-z-]+/g) ?? []);
    expect([...helpOptions(), ...tried]).toContain(code.split(' ')[0]);
  });

  it.each([
    'npm run devv',
    'npm test -- unitt',
    'npm run bench -- stratup',
    'npm run test:faults -- kills --kill 5',
    'npm run test:faults -- kill',
    'npm run import -- FILE --dryrun',
    'npm run backup -- FOLDER --file',
    'npm run new -- entitty batteryRack',
    'npm run import FILE',
    'npm run codegen -- now',
    'npx openapi-typescrip api.json',
    'curl localhost:8080/api/v1/T/telemetrie',
    "curl -X PUT -d '{}' localhost:8080/api/v1/T/telemetry",
    "mosquitto_pub -h localhost -t v1/devices/me/telemetrie -m '{}'",
    'wget localhost:8080',
    'npm start && npm run devv',
  ])('would not be right as %s', (command) => {
    expect(commandProblem(command)).not.toBeNull();
  });

  it('are in blocks marked as such', () => {
    const silent = documents.flatMap((document) =>
      fencesOf(document).filter(({ info, text }) => info === '' && /^(npm|npx|node|curl) /m.test(text)),
    );
    expect(silent).toEqual([]);
  });
});
