/** `npm run backup` and `npm run restore`. */

import { CommandError, readArguments, runCommand } from '../connectors/http/command.ts';
import { loadConfig } from '../platform/config.ts';
import { StartError } from '../platform/startError.ts';
import { makeBackup } from './backup.ts';
import { restoreBackup } from './restore.ts';

const HELP = `npm run backup -- FOLDER [--files]
  copies the database, running or not, and the files into a new folder, and opens the copy to see that it is whole
  --files            the files only, where the database is another one (DATABASE_URL)
npm run restore -- FOLDER [--replace] [--unsigned]
  brings a backup back into the data folder (WATTDECK_DATA_DIR, ./data), on which no server may run
  --replace          also into a folder with data of the same installation, which is put aside
  --unsigned         also one that is not signed, of an earlier version, or by another key`;

async function run(): Promise<void> {
  const { values, positionals } = readArguments({
    files: { type: 'boolean' },
    replace: { type: 'boolean' },
    unsigned: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
  const [command, folder, more] = positionals;
  if (values.help || !folder || more !== undefined) return console.log(HELP);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  try {
    const config = loadConfig(process.env);
    const { files: filesOnly = false, replace = false, unsigned = false } = values;
    if (command === 'restore') await restoreBackup(config, { folder, replace, unsigned }, stopping.signal);
    else await makeBackup(config, { folder, filesOnly }, stopping.signal);
  } catch (error) {
    if (stopping.signal.aborted) throw new CommandError('interrupted; nothing was changed');
    if (error instanceof StartError) throw new CommandError(error.message);
    throw error;
  }
}

runCommand(run);
